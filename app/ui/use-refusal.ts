import { useRef, useState } from 'react'
import { focusFirstInvalid } from './focus-first-invalid.ts'

/** A ZIP code that isn't in the state is fixed in either field. */
const fixedTogether = ['state', 'zipCode']

/** A form's errors by field, and under `form` the one about all of it. */
export function useRefusal() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})

  /** Shows the errors and focuses the first one. */
  function refuse(found: Record<string, string>) {
    focusFirstInvalid(form.current, () => setErrors(found))
  }

  /** Clears the errors of fields that were changed, because they no longer apply to what the field says now. */
  function correct(...changed: string[]) {
    const isFixed = (field: string) =>
      field === 'form' ||
      changed.includes(field) ||
      (fixedTogether.includes(field) && changed.some((each) => fixedTogether.includes(each)))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !isFixed(field))))
  }

  return { form, errors, refuse, correct }
}
