/** How a belt fits, in one tap (club.md "The member's page"). */
export const fits = ['tight', 'right', 'loose'] as const
export type Fit = (typeof fits)[number]

/** How it is liked, in one tap. */
export const tastes = ['love', 'fine', 'not_for_me'] as const
export type Taste = (typeof tastes)[number]

export const fitWords: Record<Fit, string> = { tight: 'Tight', right: 'Just right', loose: 'Loose' }
export const tasteWords: Record<Taste, string> = {
  love: 'Love it',
  fine: 'It’s fine',
  not_for_me: 'Not for me',
}
