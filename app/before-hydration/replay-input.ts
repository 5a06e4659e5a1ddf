import { flushSync } from 'react-dom'
import { loadedQuiz } from '../quiz/quiz-space.ts'
import { isChoice, realQuiz, root } from './elements.ts'
import type { RecordedInput, Tap } from './record-input.ts'

/** The most milliseconds the replay waits for the parts it needs. */
const patience = 5000
const isInSecond = (element: Element) => element.closest('.quiz-second') !== null

/**
 * The element to replay a tap on: the tapped one, unless it was in the second step's placeholder, or React had to render
 * the page again because the shop had changed.
 */
function successorOf(element: HTMLElement): HTMLElement | null | undefined {
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

/** The fields already show what was typed, but React doesn't know about it. */
function replayTyping(typed: RecordedInput['typed']) {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')]
  // Collect all texts before the first event: React then renders the whole form again from its own state.
  const filled = new Map(
    fields
      .filter((field) => field.value && field.value !== field.defaultValue && !isChoice(field))
      .map((field) => [field, field.value]),
  )
  for (const [field, value] of typed) {
    const now = successorOf(field)
    if (now && value) filled.set(now as HTMLInputElement, value)
  }
  for (const [field, value] of filled) {
    // The native setter, which React doesn't track, so that the value looks new to it.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
    field.value = ''
    set!.call(field, value)
    flushSync(() => {
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    })
  }
}

function tap(element: HTMLElement, how: Tap[1]) {
  if (element instanceof HTMLInputElement) {
    // React ignores a click that doesn't change the last value it saw.
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

/** Waits until React's quiz is there with the steps that the replay needs, and nothing is being pressed. */
async function untilReady({ recorded, isPressed }: NonNullable<Window['beforeHydration']>) {
  const end = performance.now() + patience
  const isQuizThere = () =>
    !realQuiz() ||
    (loadedQuiz.step &&
      // Otherwise the third step would show up as an empty card.
      (loadedQuiz.laterSteps || !recorded.taps.some(([element]) => element.matches('.quiz-second'))))
  while (isPressed() || (!isQuizThere() && performance.now() < end))
    await new Promise((done) => setTimeout(done, 10))
}

/**
 * Replays the recorded input in order and lets React handle the rest. It all happens in one task, so that no event can
 * come in between and each is handled exactly once. It waits until nothing is pressed, because the end of a press must go
 * to whatever saw it begin.
 */
export async function replayInput() {
  const { beforeHydration } = window
  if (!beforeHydration) return
  // React first renders what it knows itself, such as stored answers.
  await Promise.resolve()
  await untilReady(beforeHydration)
  if (window.beforeHydration !== beforeHydration) return
  // Back to how React expects them; the replayed answers enable them again.
  for (const button of beforeHydration.recorded.opened) button.disabled = true
  beforeHydration.bypass(() => {
    replayTyping(beforeHydration.recorded.typed)
    for (const [element, how] of beforeHydration.recorded.taps) {
      const now = successorOf(element)
      if (now) flushSync(() => tap(now, how))
    }
  })
  beforeHydration.recording.abort()
  delete window.beforeHydration
  delete root.dataset.waits
  removePlaceholder()
}

/** Shows React's quiz in place of the second step's placeholder. */
function removePlaceholder() {
  const quiz = realQuiz()
  const focused = document.activeElement as HTMLElement | null
  if (!root.dataset.quizStep || !quiz) return
  delete root.dataset.quizStep
  // The step was already on screen, so it doesn't animate in again.
  for (const each of quiz.getAnimations({ subtree: true })) each.finish()
  const isFurther = !quiz.querySelector('[aria-valuenow="2"]')
  if (isFurther) quiz.scrollIntoView({ block: 'start' })
  if (isFurther || (focused && isInSecond(focused)))
    ((!isFurther && successorOf(focused!)) || quiz.querySelector('h3'))?.focus({ preventScroll: true })
}
