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
export function isBareAddress(value: string): boolean {
  return value.length <= longest && !special.test(value.trim())
}

/** Trimmed and lower case: how the shop compares addresses (club-rules.md, "No repeat": normalised e-mail). */
export function normaliseEmail(value: string): string {
  return value.trim().toLowerCase()
}

// Where most of a US shop's customers have their mail, and real neighbours that are no misspelling of those.
const commonDomains = [
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com', 'comcast.net'],
  ...['msn.com', 'live.com', 'me.com', 'verizon.net', 'sbcglobal.net', 'att.net', 'protonmail.com'],
]
const neighbours = [
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.com',
  'gmx.net',
  'mac.com',
  'proton.me',
  'ail.com',
]
/** Endings that no register has, so that nobody's address ends so. */
const wrongEnding = /\.(con|cmo|ocm|comm|coom|cim|vom|xom|dom)$/

/**
 * "maya@gmail.com" for "maya@gmail.con": what may have been meant, to be asked and never to be forced; null where
 * nothing looks misspelled.
 */
export function suggestEmail(value: string): string | null {
  const email = value.trim()
  if (!isEmail(email)) return null
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (commonDomains.includes(domain) || neighbours.includes(domain)) return null
  const mended = domain.replace(wrongEnding, '.com')
  const meant = commonDomains.find((each) => each.length > 6 && isOneSlipFrom(mended, each)) ?? mended
  return meant === domain ? null : email.slice(0, at + 1) + meant
}

/** Whether one letter too many, too few, another, or two in the wrong order make one text of the other. */
function isOneSlipFrom(typed: string, meant: string): boolean {
  let from = 0
  while (from < typed.length && typed[from] === meant[from]) from++
  const rest = (text: string, skip: number) => text.slice(from + skip)
  return (
    rest(typed, 1) === rest(meant, 1) ||
    rest(typed, 1) === rest(meant, 0) ||
    rest(typed, 0) === rest(meant, 1) ||
    (typed[from] === meant[from + 1] && typed[from + 1] === meant[from] && rest(typed, 2) === rest(meant, 2))
  )
}

/** Providers that deliver an address with dots and one without them to the same mailbox, by their first name. */
const dotsIgnored: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * The mailbox that an address is delivered to, for limits alone: without what follows a plus (RFC 5233), and without dots
 * where the provider ignores them. Never for who somebody is.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@')
  const host = domain.replace(/\.+$/, '')
  const bare = local.replace(/(?!^)\+.*$/, '')
  return host in dotsIgnored ? `${bare.replaceAll('.', '')}@${dotsIgnored[host]}` : `${bare}@${host}`
}
