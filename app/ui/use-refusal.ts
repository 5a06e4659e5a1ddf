import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

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

/**
 * Marks a form's errors, then focuses the first (WCAG 3.3.1). If the error is about the whole form, and its fields were inert
 * while it was sent, the focus they lost goes to the button. Rendered synchronously: outside a React event, as with
 * a wallet's button in its iframe, a slow phone's next frame may come before the render.
 * @param mark sets the state that renders `aria-invalid`
 */
export function focusFirstInvalid(form: ParentNode | null, mark: () => void) {
  flushSync(mark)
  const first = form?.querySelector<HTMLElement>(
    ':is(input, select, textarea)[aria-invalid=true], [aria-invalid=true] input',
  )
  if (first) first.focus()
  else if (document.activeElement === document.body)
    form?.querySelector<HTMLElement>('[type=submit]')?.focus()
}
