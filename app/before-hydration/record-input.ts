import { hasNeeded } from '../../domain/needs.ts'
import type { QuizPreset } from '../shop/quiz-preset.ts'
import { isChoice, realQuiz, root } from './elements.ts'

/** A form and the button that submitted it, a checkbox or radio and its state, or the element that was clicked. */
export type Tap = [element: HTMLElement, how?: HTMLButtonElement | boolean | null]

/** Everything a visitor did before hydration, to be replayed by replay-input.ts. */
export type RecordedInput = {
  taps: Tap[]
  /** buttons that were disabled in the server's HTML until something was answered */
  opened: HTMLButtonElement[]
  /** fields typed into, and their text: React may re-create the fields before it learns about it */
  typed: Map<HTMLInputElement, string>
}

export const recorded: RecordedInput = { taps: [], opened: [], typed: new Map() }

function record(element: HTMLElement, how?: HTMLButtonElement | null) {
  if (recorded.taps.at(-1)?.[0] !== element) recorded.taps.push([element, how])
  root.dataset.waits = ''
}

/**
 * Records a click that needs React. A link within the page keeps working; a link that presets something on another page
 * waits.
 */
export function recordClick(event: Event) {
  const element = (event.target as Element).closest<HTMLElement>('button:not([type=submit]),[data-tap]')
  if (!element) return
  if (element.matches('.quiz-second button')) {
    const second = element.closest('form')!
    recorded.taps = recorded.taps.filter(([each]) => each !== realQuiz() && !second.contains(each))
    return backToFirst()
  }
  const { pathname } = element as HTMLAnchorElement
  // The browser opens a new tab without us.
  if (pathname && ((event as MouseEvent).ctrlKey || (event as MouseEvent).metaKey)) return
  if (pathname && pathname !== location.pathname) event.preventDefault()
  if ('gift' in element.dataset) showGift()
  showPlan(element.dataset.plan)
  record(element)
}

/** The quiz's first step shows at once what a link presets; the link's own tap, replayed, lets React know. */
function showGift() {
  const gift = realQuiz()?.querySelector<HTMLInputElement>('[name=quiz-recipient][value=gift]')
  if (!gift) return
  gift.checked = true
  openButton(gift.form!)
}

/** The quiz says which plan a link has chosen. */
function showPlan(planId: string | undefined) {
  const said = realQuiz()?.querySelectorAll<HTMLElement>('.quiz-plan') ?? []
  if (planId && [...said].some(({ dataset }) => dataset.plan === planId))
    for (const each of said) each.hidden = each.dataset.plan !== planId
}

/** Shows what the address presets; React reads the plan there itself. */
export function showPreset({ gift, planId }: QuizPreset) {
  const radio = gift && realQuiz()?.querySelector<HTMLInputElement>('[name=quiz-recipient][value=gift]')
  if (radio) recorded.taps.push([radio, true])
  if (gift) showGift()
  showPlan(planId)
}

/** Records a form that React submits. The quiz's first step moves on right away. */
export function recordSubmit(event: Event) {
  const form = event.target as HTMLFormElement
  if (form.method !== 'get' && !('scripted' in form.dataset)) return
  event.preventDefault()
  const isFirst = form === realQuiz()
  record(form, (event as SubmitEvent).submitter as HTMLButtonElement | null)
  const second = isFirst && showSecondStep()
  if (!second) return
  delete root.dataset.waits
  // Chosen earlier, before the visitor went back.
  const chosen = second.querySelector<HTMLInputElement>(':checked')
  if (chosen) recorded.taps.push([chosen, true])
}

export function recordInput({ target, type }: Event) {
  const field = target as HTMLInputElement
  if (isChoice(field)) {
    if (type === 'change') recorded.taps.push([field, field.checked])
  } else recorded.typed.set(field, field.value)
  if (field.form) openButton(field.form)
}

/** Opens or closes a form's button by what it needs, as React will (domain/needs.ts). */
function openButton(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('[data-needs]')
  if (!button) return
  const filled = new FormData(form)
  if (button.disabled && !recorded.opened.includes(button)) recorded.opened.push(button)
  button.disabled = !hasNeeded(button.dataset.needs!, (name) => String(filled.get(name) ?? ''))
}

/** The browser may have filled a form in itself: after Back, or from what it knows. */
export function openFilledForms() {
  for (const form of document.forms) openButton(form)
}

/** When React can't be fetched, a link still works; the next touch tries again. */
export function retryWithoutReact() {
  delete root.dataset.waits
  const [element] = recorded.taps.pop() ?? []
  if (element instanceof HTMLAnchorElement) location.assign(element.href)
}

function goTo(quiz: HTMLElement) {
  quiz.scrollIntoView({ block: 'start' })
  quiz.querySelector('h3')!.focus({ preventScroll: true })
}

/** Shows the quiz's second step, rendered by the server, in place of the first (app/quiz/style-quiz.tsx). */
function showSecondStep(): HTMLElement | null {
  const second = document.querySelector<HTMLElement>('.quiz-second')
  if (second) {
    root.dataset.quizStep = '2'
    goTo(second)
  }
  return second
}

function backToFirst() {
  delete root.dataset.quizStep
  goTo(realQuiz()!)
}
