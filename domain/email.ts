// The maximum length of an address (RFC 5321 §4.5.3.1). Also, the pattern's running time grows with the square of the
// length.
const longest = 320

// Characters with a meaning of their own in email headers (RFC 5322 §3.2.3), above all brackets and commas: with them,
// one field could name a second recipient, or write the same one in endless ways. Also invisible characters.
const special = /[\s<>()[\]\\,;:"\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

// The "simple pattern, no spaces" of spec §5. Only the mail server knows whether an address is deliverable.
const simpleEmail = /^[^\s@]+@([^\s@.]+\.)+[^\s@.]{2,}$/

/** True for something@something.something without spaces (spec §5), as a bare address: no name, no brackets, no list. */
export function isEmail(value: string): boolean {
  return isBareAddress(value) && simpleEmail.test(value.trim())
}

/** False for text a mail program could read as several addresses, or as a different one than it shows. */
function isBareAddress(value: string): boolean {
  return value.length <= longest && !special.test(value.trim())
}

/** Trimmed and lower case: how the shop compares addresses (club-rules.md, "No repeat": normalized email). */
export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase()
}

/** Domains that ignore dots in the local part, each with the provider's main domain. */
const dotsIgnored: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * The mailbox an address is delivered to, used only for rate limits: without a plus suffix (RFC 5233), and without dots
 * if the provider ignores them. Never use it to decide who someone is.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@')
  const host = domain.replace(/\.+$/, '')
  const bare = local.replace(/(?!^)\+.*$/, '')
  return host in dotsIgnored ? `${bare.replaceAll('.', '')}@${dotsIgnored[host]}` : `${bare}@${host}`
}
