// As long as an address may be (RFC 5321 §4.5.3.1); also, the pattern's work grows with the square of the text.
const longest = 320

// The "simple pattern, no spaces" of spec §5. Deliverability is the mail server's answer, not a pattern's.
const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** True for something@something.something without spaces (spec §5). */
export function isEmail(value: string): boolean {
  return value.length <= longest && simpleEmail.test(value.trim())
}

/** Trimmed and lower case: how the shop compares addresses (club-rules.md, "No repeat": normalised e-mail). */
export function normaliseEmail(value: string): string {
  return value.trim().toLowerCase()
}
