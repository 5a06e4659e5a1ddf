import { flushSync } from 'react-dom'

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
