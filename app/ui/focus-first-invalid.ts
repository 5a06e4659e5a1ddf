import { flushSync } from 'react-dom'

/**
 * Marks a form's errors, then focuses the first (WCAG 3.3.1). Rendered synchronously: outside a React event, as with
 * a wallet's button in its iframe, a slow phone's next frame may come before the render.
 * @param mark sets the state that renders `aria-invalid`
 */
export function focusFirstInvalid(form: ParentNode | null, mark: () => void) {
  flushSync(mark)
  form
    ?.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid=true], [aria-invalid=true] input')
    ?.focus()
}
