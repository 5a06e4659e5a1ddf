// As long as an address may be (RFC 5321 §4.5.3.1); also, the pattern's work grows with the square of the text.
const longest = 320

// What has a meaning of its own in the headers of a mail (RFC 5322 §3.2.3), above all brackets and commas: with them one
// field would name a second reader, or the same one in ever new spellings. And what nobody sees.
const special = /[\s<>()[\]\\,;:"\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

// The "simple pattern, no spaces" of spec §5. Deliverability is the mail server's answer, not a pattern's.
const simpleEmail = /^[^\s@]+@([^\s@.]+\.)+[^\s@.]{2,}$/

/** True for something@something.something without spaces (spec §5), as one bare address: no name, no brackets, no list. */
export function isEmail(value: string): boolean {
  return isBareAddress(value) && simpleEmail.test(value.trim())
}

/** False for a text that a mail program could read as more than one address, or as another one than it shows. */
function isBareAddress(value: string): boolean {
  return value.length <= longest && !special.test(value.trim())
}

/** Trimmed and lower case: how the shop compares addresses (club-rules.md, "No repeat": normalized e-mail). */
export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase()
}

/** Providers that deliver an address with dots and one without them to the same mailbox, by their first name. */
const dotsIgnored: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * The mailbox that an address is delivered to, for limits alone: without what follows a plus (RFC 5233), and without dots
 * where the provider ignores them. Never for who somebody is.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@')
  const host = domain.replace(/\.+$/, '')
  const bare = local.replace(/(?!^)\+.*$/, '')
  return host in dotsIgnored ? `${bare.replaceAll('.', '')}@${dotsIgnored[host]}` : `${bare}@${host}`
}
