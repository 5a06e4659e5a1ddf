import { flushSync } from 'react-dom'

/**
 * Marks what is wrong with a form, then goes to the first of it (WCAG 3.3.1). Drawn at once and not awaited: where no
 * event of React's own began it, as with a wallet's button in its frame, a slow phone's next frame comes before the mark.
 * @param mark sets the state that draws `aria-invalid`
 */
export function focusFirstInvalid(form: ParentNode | null, mark: () => void) {
  flushSync(mark)
  form
    ?.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid=true], [aria-invalid=true] input')
    ?.focus()
}
