/** What brought a visitor to the quiz, as counted per day (docs/decisions/062). */
export type QuizSource = { source: string; medium: string; campaign: string }

/** For visitors who followed no link: a typed URL, a bookmark, or an app that doesn't say. */
export const direct: QuizSource = { source: 'direct', medium: '', campaign: '' }
/** For links beyond the number of sources counted by name per day. */
export const otherSource: QuizSource = { source: 'other', medium: '', campaign: '' }

/** Characters kept of a name. */
const longest = 40

/**
 * A link's own parameters in the form they're counted: lower case, short, and nothing that could be someone's address. If
 * nothing countable is left, 'other'.
 */
export function quizSourceOf(said: QuizSource): QuizSource {
  const [source, medium, campaign] = [said.source, said.medium, said.campaign].map(plainWord)
  return { source: source || otherSource.source, medium: medium!, campaign: campaign! }
}

// An email address in a link is not a campaign name.
function plainWord(text: string): string {
  const word = text.trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, longest).trim()
  return /^[\p{L}\p{N} ._+-]*$/u.test(word) ? word : ''
}
