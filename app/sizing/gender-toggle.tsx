import { useId } from 'react'
import { type Gender, genderNames, genders } from '../../domain/belt.ts'

type GenderToggleProps = {
  /** what is switched, for those who do not see it: "Show belts for" */
  legend: string
  value: Gender
  onChange: (gender: Gender) => void
}

/** Men | Women. */
export function GenderToggle({ legend, value, onChange }: GenderToggleProps) {
  const name = useId()
  return (
    <fieldset className="toggle">
      <legend className="sr">{legend}</legend>
      {genders.map((gender) => (
        <label key={gender}>
          <input type="radio" name={name} checked={gender === value} onChange={() => onChange(gender)} />
          {genderNames[gender]}
        </label>
      ))}
    </fieldset>
  )
}
