import { useId } from 'react'

type SelectFieldProps<T extends string> = {
  label: string
  value: T
  options: (readonly [value: T, word: string])[]
  onChange: (value: T) => void
  disabled?: boolean
}

/** A labeled select, half as wide as the grid of a form. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, value, options, onChange, disabled } = props
  const id = useId()
  return (
    <div className="field f3">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}

type FilterSelectProps = {
  label: string
  value: string
  /** the first option, which filters nothing */
  every?: string
  options: readonly (readonly [value: string, word: string])[]
  onChange: (value: string) => void
}

/** A filter above a list; its label is for screen readers only. */
export function FilterSelect({ label, value, every, options, onChange }: FilterSelectProps) {
  return (
    <label>
      <span className="sr">{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {every && <option value="">{every}</option>}
        {options.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}
