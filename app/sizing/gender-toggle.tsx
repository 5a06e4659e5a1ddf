import { useId } from 'react'
import { type Gender, genderNames, genders } from '../../domain/belt.ts'

type GenderToggleProps = {
  /** what it switches, for screen readers: "Show belts for" */
  legend: string
  /** shown first */
  first?: Gender
}

/**
 * A Men | Women switch that works without scripts: its container has the class `by-gender`, and content for only one of
 * them `of-male` or `of-female` (app/ui/controls.css).
 */
export function GenderToggle({ legend, first = 'male' }: GenderToggleProps) {
  const name = useId()
  return (
    <fieldset className="toggle">
      <legend className="sr">{legend}</legend>
      {genders.map((gender) => (
        <label key={gender}>
          <input type="radio" name={name} value={gender} defaultChecked={gender === first} />
          {genderNames[gender]}
        </label>
      ))}
    </fieldset>
  )
}
