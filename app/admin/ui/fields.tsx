import { type ReactNode, useEffect, useId, useState } from 'react'

/** The pause in typing, in milliseconds, before the search is sent. */
const pause = 250

type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A list's search field; it searches once typing pauses. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // The URL changed elsewhere, by Back or "Show all". That may arrive late, while more is being typed.
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  useEffect(() => {
    if (typed.trim() === sent) return
    const timer = setTimeout(() => {
      setSent(typed.trim())
      onChange(typed.trim())
    }, pause)
    return () => clearTimeout(timer)
  })
  return (
    <label className="adm-search">
      <span className="sr">{label}</span>
      <input
        className="input"
        type="search"
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}

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

type CheckFieldProps = {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** beside a field with a label above it */
  isLow?: boolean
  children: ReactNode
}

/** A labeled checkbox. */
export function CheckField({ isChecked, onChange, isLow = false, children }: CheckFieldProps) {
  return (
    <label className={isLow ? 'adm-check adm-check-low' : 'adm-check'}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  )
}
