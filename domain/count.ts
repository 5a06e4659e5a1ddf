const figures = new Intl.NumberFormat('en-US')

/** A whole number as people read it: 12500 as "12,500". */
export function formatCount(count: number): string {
  return figures.format(count)
}
