import { isEmail } from './email.ts'

// Where most customers of a US shop have their email, and real domains that look like typos of those but aren't.
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
/** Top-level domains that don't exist, so no address ends in one. */
const wrongEnding = /\.(con|cmo|ocm|comm|coom|cim|vom|xom|dom)$/

/** "maya@gmail.com" for "maya@gmail.con": a suggestion, never forced; null if nothing looks misspelled. */
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

/** Whether two texts differ by one slip: an extra letter, a missing one, a wrong one, or two swapped. */
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
