import { flushSync } from 'react-dom'
import { quizHas } from '../quiz/quiz-place.ts'
import { isChoice, realQuiz, root } from './elements.ts'
import type { Heard, Tap } from './taps.ts'

/** Milliseconds for which React waits at most, once it is there, for what the taps before it need. */
const patience = 5000
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
function tellWhatWasTyped(typed: Heard['typed']) {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')]
  // All are read before one is told: with it React draws the whole form anew, as far as it knows it.
  const filled = new Map(
    fields
      .filter((field) => field.value && field.value !== field.defaultValue && !isChoice(field))
      .map((field) => [field, field.value]),
  )
  for (const [field, value] of typed) {
    const now = heir(field)
    if (now && value) filled.set(now as HTMLInputElement, value)
  }
  for (const [field, value] of filled) {
    // By the element's own setter, which React does not watch: to it the value is new.
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

/** Ends when React's quiz stands, with what is going to be tapped in it, and nobody is in the middle of a press. */
async function untilQuiet({ heard, isPressed }: NonNullable<Window['early']>) {
  const end = performance.now() + patience
  const isQuizThere = () =>
    !realQuiz() ||
    (quizHas.step &&
      // Else the third step would come in as an empty card.
      (quizHas.laterSteps || !heard.taps.some(([element]) => element.matches('.quiz-second'))))
  while (isPressed() || (!isQuizThere() && performance.now() < end))
    await new Promise((done) => setTimeout(done, 10))
}

/**
 * Has React take over from the early script: does what was heard, in its order, and has React hear the rest. It happens in
 * one task, in which nobody can do anything, so that each tap is heard by one of the two and by one only; and when nobody
 * holds a finger or key down, because the end of a press belongs to whoever heard it begin.
 */
export async function takeOver() {
  const { early } = window
  if (!early) return
  // React first draws what it knows itself, such as answers that were kept.
  await Promise.resolve()
  await untilQuiet(early)
  if (window.early !== early) return
  // As React believes them to be: what is answered opens them again.
  for (const button of early.heard.opened) button.disabled = true
  early.unheard(() => {
    tellWhatWasTyped(early.heard.typed)
    for (const [element, how] of early.heard.taps) {
      const now = heir(element)
      if (now) flushSync(() => tap(now, how))
    }
  })
  early.hearing.abort()
  delete window.early
  delete root.dataset.waits
  leaveSecond()
}

/** Shows React's quiz in place of the second step that stood in for it. */
function leaveSecond() {
  const quiz = realQuiz()
  const focused = document.activeElement as HTMLElement | null
  if (!root.dataset.quizStep || !quiz) return
  delete root.dataset.quizStep
  // The step came in unseen: it does not come in again.
  for (const each of quiz.getAnimations({ subtree: true })) each.finish()
  const isFurther = !quiz.querySelector('[aria-valuenow="2"]')
  if (isFurther) quiz.scrollIntoView({ block: 'start' })
  if (isFurther || (focused && isInSecond(focused)))
    ((!isFurther && heir(focused!)) || quiz.querySelector('h3'))?.focus({ preventScroll: true })
}
