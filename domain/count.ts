const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** "two", "thirty-six"; from 100 on, and for what isn't a whole number, the figures. */
export function numberWord(count: number): string {
  if (!Number.isInteger(count) || count < 0 || count > 99) return formatCount(count)
  if (count < 20) return small[count]!
  const ones = count % 10
  return `${tens[Math.floor(count / 10) - 2]}${ones === 0 ? '' : `-${small[ones]}`}`
}

/** "Two", "Thirty-six": at the start of a sentence. */
export function firstNumberWord(count: number): string {
  const word = numberWord(count)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const figures = new Intl.NumberFormat('en-US')

/** A whole number formatted for people: 12500 as "12,500". */
export function formatCount(count: number): string {
  return figures.format(count)
}

/** "1 box", "1,200 boxes". */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : more}`
}
