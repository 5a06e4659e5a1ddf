import { isChoice, realQuiz } from './elements.ts'
import type { Tap } from './taps.ts'

const nextTask = (delay = 0) => new Promise((done) => setTimeout(done, delay))
const isInSecond = (element: Element) => element.closest('.quiz-second') !== null

/**
 * The element that stands for one that was tapped: itself, unless it is of the second step that stood in for the quiz's, or
 * React had to draw the page anew because the shop changed meanwhile.
 */
function heir(element: HTMLElement): HTMLElement | null | undefined {
  if (element.isConnected && !isInSecond(element)) return element
  if (element.matches('form.quiz')) return realQuiz()
  const { tagName } = element
  const sign = (each: HTMLElement) => {
    const { name, type, value } = each as HTMLInputElement
    return [name, type, isChoice(each as HTMLInputElement) && value, each.ariaLabel, each.textContent].join()
  }
  return [...document.querySelectorAll<HTMLElement>(tagName)].find(
    (each) => !isInSecond(each) && sign(each) === sign(element),
  )
}

/** The fields show what was typed, and React does not know. */
function tellWhatWasTyped(typed: Iterable<HTMLInputElement>) {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')]
  // All are read before one is told: with it React draws the whole form anew, as far as it knows it.
  const filled = new Map(
    fields
      .filter((field) => field.value && field.value !== field.defaultValue && !isChoice(field))
      .map((field) => [field, field.value]),
  )
  for (const field of typed) {
    const now = heir(field)
    if (now && field.value) filled.set(now as HTMLInputElement, field.value)
  }
  for (const [field, value] of filled) {
    // By the element's own setter, which React does not watch: to it the value is new.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
    field.value = ''
    set!.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

function tap(element: HTMLElement, how: Tap[1]) {
  if (element instanceof HTMLInputElement) {
    // React hears of a click only where it changes what it saw last.
    element.checked = !how
    element.click()
  } else if (element instanceof HTMLFormElement) {
    const pressed = how as HTMLButtonElement | null
    const button =
      pressed && element.contains(pressed)
        ? pressed
        : element.querySelector<HTMLButtonElement>('[type=submit]')
    if (!button?.disabled) element.requestSubmit(button)
  } else element.click()
}

/** Does what was tapped before React, in its order, now that React hears it. */
export async function replayEarlyTaps() {
  const { early } = window
  if (!early) return
  delete window.early
  early.hearing.abort()
  const { taps, opened, typed } = early.heard
  // As React believes them to be: what is answered opens them again.
  for (const button of opened) button.disabled = true
  // React first draws what it knows itself, such as answers that were kept; nothing is painted in between.
  await Promise.resolve()
  tellWhatWasTyped(typed)
  await nextTask()
  for (const [element, how] of taps) {
    const now = heir(element)
    if (now) tap(now, how)
    // The next one may be of what this one shows.
    await nextTask()
  }
  if (taps.length > 0) delete document.documentElement.dataset.waits
  const focused = document.activeElement as HTMLElement | null
  await leaveSecond()
  if (focused && isInSecond(focused))
    (heir(focused) ?? realQuiz()?.querySelector('h3'))?.focus({ preventScroll: true })
}

/** Hands over to the quiz of React once the step that it is at is drawn. */
async function leaveSecond() {
  if (!document.documentElement.dataset.quizStep) return
  for (let tries = 0; tries < 60 && realQuiz()?.querySelector('[aria-busy]'); tries++) await nextTask(50)
  delete document.documentElement.dataset.quizStep
  // The step came in unseen: it does not come in again.
  for (const each of realQuiz()?.getAnimations({ subtree: true }) ?? []) each.finish()
}
