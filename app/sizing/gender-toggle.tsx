import { useId } from 'react'
import { type Gender, genderNames, genders } from '../../domain/belt.ts'

type GenderToggleProps = {
  /** what is switched, for those who do not see it: "Show belts for" */
  legend: string
  /** whose is shown at first */
  first?: Gender
}

/**
 * Men | Women. It works before any script does: what is around it has the class `by-gender`, and what is for one of them
 * `of-male` or `of-female` (app/ui/controls.css).
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
