import { useEffect, useState } from 'react'

/** Milliseconds after the last key before the search is sent. */
const pause = 250

type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** What a list is searched by; it is asked for once somebody stops typing. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // The address changed by itself: "back", or "Show all". It comes later than what was sent, and more may be typed by then.
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
