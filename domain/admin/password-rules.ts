/** Length limits of a new password (NIST SP 800-63B-4 §3.1.1: long, with no rules on kinds of characters). */
export const shortestPassword = 12
const longestPassword = 200

/** The passwords attackers try first; shorter ones already fail on length. */
const wellKnown = [
  'password',
  'passwort',
  'letmein',
  'welcome',
  'administrator',
  'iloveyou',
  'trustno1',
  'changeme',
  'qwertyuiop',
  'asdfghjkl',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'correcthorsebatterystaple',
]
const fewestDifferent = 5

/**
 * What is wrong with a new password, as an instruction; null if it's fine.
 * @param names what an attacker knows: the username, the shop's name
 */
export function passwordProblem(
  password: string,
  names: readonly string[],
  shortest = shortestPassword,
): string | null {
  const length = [...password].length
  if (length < shortest)
    return `Use at least ${shortest} characters: a few unrelated words are easy to remember.`
  if (length > longestPassword) return `Use at most ${longestPassword} characters.`
  const plain = password.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (new Set(password).size < fewestDifferent || isRow(plain))
    return 'This is too easy to guess. Use a few unrelated words.'
  if (rest(plain, wellKnown) < 4)
    return 'This is one of the first that thieves try. Use a few unrelated words.'
  const known = names
    .map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((name) => name !== '')
  if (rest(plain, known) < 4) return 'Don’t use your name or the shop’s. Use a few unrelated words.'
  return null
}

/** How many letters remain when all these words are removed; if none of them occurs, all do. */
function rest(plain: string, words: readonly string[]): number {
  const left = words.reduce((text, word) => text.replaceAll(word, ''), plain)
  return left === plain ? Number.POSITIVE_INFINITY : left.replace(/\d/g, '').length
}

// 123456789012, abcdefghijkl: each character follows the one before it.
function isRow(plain: string): boolean {
  const steps = new Set<number>()
  for (let at = 1; at < plain.length; at++) steps.add(plain.charCodeAt(at) - plain.charCodeAt(at - 1))
  return [...steps].every((step) => Math.abs(step) <= 1 || step === -9)
}
