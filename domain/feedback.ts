// A wearer's feedback on a belt, in a file of its own: the home page needs these words, but nothing else of exchanges and
// reviews.

/** How a belt fits, one tap (club-rules.md "The member's page"). */
export const fits = ['tight', 'right', 'loose'] as const
export type Fit = (typeof fits)[number]

/** How the wearer likes it, one tap. */
export const tastes = ['love', 'fine', 'not_for_me'] as const
export type Taste = (typeof tastes)[number]

export const fitLabel: Record<Fit, string> = { tight: 'Tight', right: 'Just right', loose: 'Loose' }
export const tasteLabel: Record<Taste, string> = {
  love: 'Love it',
  fine: 'It’s fine',
  not_for_me: 'Not for me',
}

/** The first of the review's two taps: how good the belt is. The second is how it fits. */
export const starCounts = [1, 2, 3, 4, 5] as const
export type Stars = (typeof starCounts)[number]

export const starLabel: Record<Stars, string> = {
  1: 'Poor',
  2: 'Not great',
  3: 'Okay',
  4: 'Good',
  5: 'Love it',
}

/**
 * "4.6": rounded down, so that it never overstates.
 * @param average of the stars
 */
export function starsLabel(average: number): string {
  return (Math.floor(average * 10 + 1e-9) / 10).toFixed(1)
}
