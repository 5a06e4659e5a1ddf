// What a wearer says of a belt, by itself: the home page needs these words, and nothing else of exchanges and reviews.

/** How a belt fits, in one tap (club-rules.md "The member's page"). */
export const fits = ['tight', 'right', 'loose'] as const
export type Fit = (typeof fits)[number]

/** How it is liked, in one tap. */
export const tastes = ['love', 'fine', 'not_for_me'] as const
export type Taste = (typeof tastes)[number]

export const fitLabel: Record<Fit, string> = { tight: 'Tight', right: 'Just right', loose: 'Loose' }
export const tasteLabel: Record<Taste, string> = {
  love: 'Love it',
  fine: 'It’s fine',
  not_for_me: 'Not for me',
}

/** The first of the two taps: how good a belt is. The second is how it fits. */
export const starCounts = [1, 2, 3, 4, 5] as const
export type Stars = (typeof starCounts)[number]

export const starLabel: Record<Stars, string> = {
  1: 'Poor',
  2: 'Not great',
  3: 'Okay',
  4: 'Good',
  5: 'Love it',
}

/** "4.6": rounded down, so that it never says more than was said. @param average of the stars */
export function starsLabel(average: number): string {
  return (Math.floor(average * 10 + 1e-9) / 10).toFixed(1)
}
