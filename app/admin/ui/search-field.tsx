import { useEffect, useState } from 'react'

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
