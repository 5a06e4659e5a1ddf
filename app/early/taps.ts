import { isChoice, realQuiz, root } from './elements.ts'
import { backToFirst, showSecond } from './second-step.ts'

/** A form and the button that sent it, a box or radio and how it stands now, or what was clicked. */
export type Tap = [element: HTMLElement, how?: HTMLButtonElement | boolean | null]

/** What happened before React, for app/early/replay.ts. */
export type Heard = {
  taps: Tap[]
  /** buttons that the server's HTML had disabled, until something was answered */
  opened: HTMLButtonElement[]
  /** fields in which something was typed, and what: React may draw them anew before it is told */
  typed: Map<HTMLInputElement, string>
}

export const heard: Heard = { taps: [], opened: [], typed: new Map() }

function keep(element: HTMLElement, how?: HTMLButtonElement | null) {
  if (heard.taps.at(-1)?.[0] !== element) heard.taps.push([element, how])
  root.dataset.waits = ''
}

/** Keeps what was clicked, if script answers it; a link within the page leads there meanwhile, one to another page waits for what it asks. */
export function keepClick(event: Event) {
  const element = (event.target as Element).closest<HTMLElement>('button:not([type=submit]),[data-tap]')
  if (!element) return
  if (element.matches('.quiz-second button')) {
    const second = element.closest('form')!
    heard.taps = heard.taps.filter(([each]) => each !== realQuiz() && !second.contains(each))
    return backToFirst()
  }
  const { pathname } = element as HTMLAnchorElement
  // In a tab of its own, by the browser alone.
  if (pathname && ((event as MouseEvent).ctrlKey || (event as MouseEvent).metaKey)) return
  if (pathname && pathname !== location.pathname) event.preventDefault()
  keep(element)
}

/** Keeps a form that is answered by script; the quiz's first step leads on at once. */
export function keepSubmit(event: Event) {
  const form = event.target as HTMLFormElement
  if (form.method !== 'get') return
  event.preventDefault()
  const isFirst = form === realQuiz()
  keep(form, (event as SubmitEvent).submitter as HTMLButtonElement | null)
  const second = isFirst && showSecond()
  if (!second) return
  delete root.dataset.waits
  // Chosen before somebody went back.
  const chosen = second.querySelector<HTMLInputElement>(':checked')
  if (chosen) heard.taps.push([chosen, true])
}

export function keepAnswer({ target, type }: Event) {
  const field = target as HTMLInputElement
  if (isChoice(field)) {
    if (type === 'change') heard.taps.push([field, field.checked])
  } else heard.typed.set(field, field.value)
  const button = field.form?.querySelector<HTMLButtonElement>('[type=submit]:disabled')
  if (!button) return
  heard.opened.push(button)
  button.disabled = false
}

/** Where React cannot be fetched, a link at least leads on; the next touch tries again. */
export function doWithout() {
  delete root.dataset.waits
  const [element] = heard.taps.pop() ?? []
  if (element instanceof HTMLAnchorElement) location.assign(element.href)
}
