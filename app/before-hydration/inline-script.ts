import { otherTheme, restoreTheme, setTheme } from '../layout/theme.ts'
import { reserveQuizSpace } from '../quiz/quiz-space.ts'
import { presetIn } from '../shop/quiz-preset.ts'
import { root } from './elements.ts'
import { isParsed, loadReact, loadReactAfterPaint, loadSheets } from './load-react.ts'
import {
  openFilledForms,
  type RecordedInput,
  recordClick,
  recorded,
  recordInput,
  recordSubmit,
  retryWithoutReact,
  showPreset,
} from './record-input.ts'

// What a page does before it hydrates: a few kilobytes in the head of every page, allowed by their hash in the CSP
// (docs/decisions/095-load-react-on-first-touch.md).

declare global {
  interface Window {
    /** Present until React has taken over. While it is there, it alone handles what a visitor does. */
    beforeHydration?: {
      /** loads React, as the first touch does */
      loadReact(): void
      recorded: RecordedInput
      /** whether a pointer, key or IME composition is down: its end must go to whatever saw it begin */
      isPressed(): boolean
      /** runs something whose events only React handles */
      bypass(act: () => void): void
      /** stops the recording */
      recording: AbortController
    }
  }
}

/** How long, in milliseconds, the quiz has to stay in view before we assume that it is being read. */
const dwell = 500
/** Milliseconds after which a press is over even if its end was never seen. */
const longestPress = 2000

/** Labels what the server can't know: the theme that the toggle switches to, and the number of items in the cart (spec §7). */
function labelHeader() {
  for (const toggle of document.querySelectorAll('.theme-toggle'))
    toggle.ariaLabel = `Switch to ${otherTheme()} theme`
  try {
    const items: unknown = JSON.parse(sessionStorage.getItem('cartItems')!)
    const count = Array.isArray(items) ? items.length : 0
    const cart = document.querySelector<HTMLElement>('.cart-link')!
    const { dataset } = cart.querySelector<HTMLElement>('.count')!
    cart.ariaLabel = count ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart'
    // A page that Back brings may still show what was in it.
    if (count) dataset.count = `${count}`
    else delete dataset.count
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
    labelHeader()
  } else if (named) {
    const dialog = document.getElementById(named) as HTMLDialogElement
    event.preventDefault()
    if (dialog.open) dialog.close()
    else void loadSheets().then(() => dialog.showModal())
  } else {
    if (target.closest('a')) target.closest('dialog')?.close()
    if (!isStatic) recordClick(event)
  }
}

const loadReactNow = () => loadReact(retryWithoutReact)
const handlers: Record<string, ((event: Event) => void) | undefined> = {
  click,
  submit: recordSubmit,
  input: recordInput,
  change: recordInput,
}
/** What is held down, and since when. */
const pressed = new Map<string, number>()
let isBypassed = false

function handle(event: Event) {
  if (isBypassed) return
  // React may be loaded already, but it doesn't know about the earlier input.
  event.stopImmediatePropagation()
  const { type, target } = event
  const [, what, begins] = /^(pointer|key|composition)(down|start)?/.exec(type) ?? []
  if (begins) pressed.set(what!, performance.now())
  else if (what) pressed.delete(what)
  // A plain link to another page needs no framework.
  if (type === 'keydown' || !(target as Element).closest?.('a[href]:not([data-tap])')) void loadReactNow()
  handlers[type]?.(event)
}

const recording = new AbortController()
// Every event that React handles, or that would make it hydrate first.
const recordedTypes =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend keydown keyup focusin focusout compositionstart compositionend click dblclick input change submit'
/** React never takes over: forms and links do what the browser does with them. */
const isStatic = 'static' in root.dataset
for (const type of isStatic ? ['click'] : recordedTypes.split(' '))
  document.addEventListener(type, isStatic ? click : handle, { capture: true, signal: recording.signal })
if (!isStatic)
  window.beforeHydration = {
    loadReact: loadReactNow,
    recorded,
    isPressed: () => [...pressed.values()].some((since) => performance.now() - since < longestPress),
    bypass(act) {
      isBypassed = true
      try {
        act()
      } finally {
        isBypassed = false
      }
    },
    recording,
  }

restoreTheme()
const isReturning = reserveQuizSpace()

void isParsed.then(() => {
  labelHeader()
  if (isStatic)
    for (const button of document.querySelectorAll<HTMLButtonElement>('[type=submit]:disabled'))
      button.disabled = false
  const preset = isStatic ? null : presetIn(location.search)
  if (preset) showPreset(preset)
  const quiz = document.querySelector('form.quiz')
  if ('eager' in root.dataset || (quiz && isReturning)) return loadReactAfterPaint(retryWithoutReact)
  if (!quiz || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  let timer: ReturnType<typeof setTimeout>
  new IntersectionObserver((entries) => {
    clearTimeout(timer)
    if (entries.at(-1)!.isIntersecting)
      timer = setTimeout(() => loadReactAfterPaint(retryWithoutReact), dwell)
  }).observe(quiz)
})
addEventListener('pageshow', () => {
  if (window.beforeHydration || isStatic) labelHeader()
  if (window.beforeHydration) openFilledForms()
  requestAnimationFrame(() => root.classList.add('is-shown'))
})
