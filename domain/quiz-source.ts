/** What brought a visitor to the quiz, as its day counts it (docs/decisions/062). */
export type QuizSource = { source: string; medium: string; campaign: string }

/** Who came by no link: typed, a bookmark, or an app that doesn't say. */
export const direct: QuizSource = { source: 'direct', medium: '', campaign: '' }
/** Links beyond what a day counts by name. */
export const otherSource: QuizSource = { source: 'other', medium: '', campaign: '' }

/** Letters of a name that are kept. */
const longest = 40

/**
 * A link's own words as they are counted: lower case, short, and nothing that could be somebody's address. A link that says
 * nothing that can be counted is 'other'.
 */
export function quizSourceOf(said: QuizSource): QuizSource {
  const [source, medium, campaign] = [said.source, said.medium, said.campaign].map(plainWord)
  return { source: source || otherSource.source, medium: medium!, campaign: campaign! }
}

// Someone's email in a link is no name of a campaign.
function plainWord(text: string): string {
  const word = text.trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, longest).trim()
  return /^[\p{L}\p{N} ._+-]*$/u.test(word) ? word : ''
}
