import { otherTheme, restoreTheme, setTheme } from '../layout/theme.ts'
import { restoreQuizPlace } from '../quiz/quiz-place.ts'
import { root } from './elements.ts'
import { isParsed, loadSheets, wake, wakeAfterPaint } from './framework.ts'
import { doWithout, type Heard, heard, keepAnswer, keepClick, keepSubmit } from './taps.ts'

// What a page does before React: a few kilobytes in the head of every page, which the policy allows by their hash
// (docs/decisions/095-a-page-before-react.md).

declare global {
  interface Window {
    /** There until React has taken over; as long as it is there, it alone hears what a visitor does. */
    early?: {
      /** brings React, as a first touch does */
      wake(): void
      heard: Heard
      /** whether a finger, a key or a word is in the middle of something, whose end belongs to whoever heard it begin */
      isPressed(): boolean
      /** does something that React alone hears */
      unheard(act: () => void): void
      /** ends it */
      hearing: AbortController
    }
  }
}

/** Milliseconds for which the quiz has to stay in view before somebody is taken to read it. */
const dwell = 500
/** Milliseconds after which a press whose end was not heard is over. */
const longestPress = 2000

/** What the server cannot know of a visitor: the theme that the toggle leads to, and the items in the cart (spec §7). */
function name() {
  for (const toggle of document.querySelectorAll('.theme-toggle'))
    toggle.ariaLabel = `Switch to ${otherTheme()} theme`
  try {
    const count: number = JSON.parse(sessionStorage.getItem('cartItems')!).length
    const cart = document.querySelector<HTMLElement>('.cart-link')!
    if (!count) return
    cart.ariaLabel = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
    cart.querySelector<HTMLElement>('.count')!.dataset.count = `${count}`
  } catch {
    // No cart, no storage, or a page without a header.
  }
}

function click(event: Event) {
  const target = event.target as Element
  const button = target.closest('button')
  const named = button?.getAttribute('commandfor')
  if (button?.matches('.theme-toggle')) {
    setTheme(otherTheme())
    name()
  } else if (named) {
    const dialog = document.getElementById(named) as HTMLDialogElement
    event.preventDefault()
    if (dialog.open) dialog.close()
    else loadSheets().then(() => dialog.showModal())
  } else {
    if (target.closest('a')) target.closest('dialog')?.close()
    keepClick(event)
  }
}

const wakeNow = () => wake(doWithout)
const answers: Record<string, ((event: Event) => void) | undefined> = {
  click,
  submit: keepSubmit,
  input: keepAnswer,
  change: keepAnswer,
}
/** What is pressed, and since when. */
const pressed = new Map<string, number>()
let isUnheard = false

function hear(event: Event) {
  if (isUnheard) return
  // React may be here already, and not know yet what was heard before.
  event.stopImmediatePropagation()
  const { type, target } = event
  const [, what, begins] = /^(pointer|key|composition)(down|start)?/.exec(type) ?? []
  if (begins) pressed.set(what!, performance.now())
  else if (what) pressed.delete(what)
  // A link that only leads somewhere needs no framework.
  if (type === 'keydown' || !(target as Element).closest?.('a[href]:not([data-tap])')) wakeNow()
  answers[type]?.(event)
}

const hearing = new AbortController()
// All that React does something with, or for which it would hurry to be there.
const heardTypes =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend keydown keyup focusin focusout compositionstart compositionend click dblclick input change submit'
for (const type of heardTypes.split(' '))
  document.addEventListener(type, hear, { capture: true, signal: hearing.signal })
window.early = {
  wake: wakeNow,
  heard,
  isPressed: () => [...pressed.values()].some((since) => performance.now() - since < longestPress),
  unheard(act) {
    isUnheard = true
    try {
      act()
    } finally {
      isUnheard = false
    }
  },
  hearing,
}

restoreTheme()
const isReturning = restoreQuizPlace()

isParsed.then(() => {
  name()
  const quiz = document.querySelector('form.quiz')
  if ('eager' in root.dataset || (quiz && isReturning)) return wakeAfterPaint(doWithout)
  if (!quiz || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  let timer: ReturnType<typeof setTimeout>
  new IntersectionObserver((entries) => {
    clearTimeout(timer)
    if (entries.at(-1)!.isIntersecting) timer = setTimeout(() => wakeAfterPaint(doWithout), dwell)
  }).observe(quiz)
})
addEventListener('pageshow', () => {
  if (window.early) name()
  // Links within a page glide from now on; where it opened it stood at once.
  requestAnimationFrame(() => root.classList.add('glides'))
})
