/** "Two" to "Twelve": the word of n stands at n - 2. */
export const countLabel = [
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

const figures = new Intl.NumberFormat('en-US')

/** A whole number as people read it: 12500 as "12,500". */
export function formatCount(count: number): string {
  return figures.format(count)
}
