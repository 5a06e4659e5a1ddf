import type { Gender } from './belt.ts'
import { exampleSize, inchesAdded, measuredWord } from './sizing.ts'

/** A way to find your belt size. */
export type MeasuringWay = { title: string; words: string }

/** The formula with its example: "Belt size is pants size plus 2 inches: pants 34 make belt 36." (spec §9) */
function sizeRule(gender: Gender): string {
  const [word, size] = [measuredWord[gender], exampleSize[gender]]
  return `Belt size is ${word} size plus ${inchesAdded} inches: ${word} ${size} means belt ${size + inchesAdded}.`
}

/** What the measuring guide says, for men and women on one sheet. */
export const guideRule = `Belt size is your pants or waist size plus ${inchesAdded} inches.`

/** The ways to measure, easiest first. */
export const measuringWays: readonly MeasuringWay[] = [
  {
    title: 'From the label',
    words: `Read the pants or waist size, in inches, in a pair that fits you well today. Add ${inchesAdded} inches.`,
  },
  {
    title: 'With a tape',
    words: `Put that pair on and lay the tape where the belt goes, through the loops, with room for one finger. Add ${inchesAdded} inches. Between two sizes take the larger.`,
  },
  {
    title: 'From a belt that fits',
    words:
      'Lay it flat. Measure from the bar of the buckle to the hole you use. That is your belt size: add nothing.',
  },
]

/** The rule and a way to measure in two sentences, for an email and next to a list of sizes. */
export function measuringLine(gender: Gender): string {
  return `${sizeRule(gender)} Or measure a belt that fits you, from the bar of the buckle to the hole you use.`
}
