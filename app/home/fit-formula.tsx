import type { Gender } from '../../domain/belt.ts'
import { exampleSize, inchesAdded, measuredWord } from '../../domain/sizing.ts'
import './fit-formula.css'

/** Pants or waist size + 2 = belt size, as large figures. */
export function FitFormula({ gender }: { gender: Gender }) {
  const measured = exampleSize[gender]
  const word = measuredWord[gender]
  return (
    <p className="formula num">
      <span>
        {measured}
        <small>your {word} size</small>
      </span>
      <i>+</i>
      <span>
        {inchesAdded}
        <small>inches</small>
      </span>
      <i>=</i>
      <span className="formula-belt">
        {measured + inchesAdded}
        <small>your belt size</small>
      </span>
    </p>
  )
}
