/** "Two" to "Twelve": the word for n is at n - 2. */
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

/** A whole number formatted for people: 12500 as "12,500". */
export function formatCount(count: number): string {
  return figures.format(count)
}

/** "1 box", "1,200 boxes". */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : more}`
}
