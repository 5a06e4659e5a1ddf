import { useId } from 'react'
import type { ContactCategory } from '../../domain/contact.ts'

type CategorySelectProps = {
  value: ContactCategory | ''
  onChange: (value: ContactCategory | '') => void
  options: [ContactCategory, string][]
}

export function CategorySelect({ value, onChange, options }: CategorySelectProps) {
  const id = useId()
  return (
    <div className="field f3">
      <label htmlFor={id}>Category</label>
      <select
        className="input"
        id={id}
        name="category"
        value={value}
        onChange={(event) => onChange(event.target.value as ContactCategory | '')}
      >
        <option value="">Choose one (optional)</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
