/** A form and the button that sent it, a box or radio and how it stands now, or what was clicked. */
type Tap = [element: HTMLElement, how?: HTMLButtonElement | boolean | null]

declare global {
  interface Window {
    /** does what was tapped; once, when React has taken the page over */
    replayEarlyTaps?: () => void
  }
}

/**
 * Keeps what is tapped before the page is alive, whatever it is, in its order. Links and fields work by themselves
 * meanwhile; what works by script only says that it waits (`data-waits`). A link that does more than lead somewhere, or a
 * card that opens, has `data-tap`. It travels as text in the head of every page, so it uses nothing from outside.
 */
function keepEarlyTaps() {
  const root = document.documentElement
  const taps: Tap[] = []
  /** buttons that the server's HTML had disabled, until something was answered */
  const opened: HTMLButtonElement[] = []
  const isChoice = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox'

  function keep(element: HTMLElement, how?: HTMLButtonElement | null) {
    if (taps.at(-1)?.[0] !== element) taps.push([element, how])
    root.dataset.waits = ''
  }
  function click({ target }: Event) {
    const element = (target as Element).closest<HTMLElement>('button:not([type=submit]),[data-tap]')
    if (element) keep(element)
  }
  function submit(event: Event) {
    const form = event.target as HTMLFormElement
    if (form.method !== 'get') return
    event.preventDefault()
    keep(form, (event as SubmitEvent).submitter as HTMLButtonElement | null)
  }
  function answer({ target, type }: Event) {
    const field = target as HTMLInputElement
    if (type === 'change' && isChoice(field)) taps.push([field, field.checked])
    const button = field.form?.querySelector<HTMLButtonElement>('[type=submit]:disabled')
    if (!button) return
    opened.push(button)
    button.disabled = false
  }

  const listeners = { click, submit, input: answer, change: answer }
  for (const [type, hear] of Object.entries(listeners)) document.addEventListener(type, hear, true)
  const nextTask = () => new Promise((done) => setTimeout(done))

  /** The fields show what was typed, and React does not know. */
  function tellWhatWasTyped() {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')]
    // All are read before one is told: with it React draws the whole form anew, as far as it knows it.
    const typed = fields
      .filter((field) => field.value && field.value !== field.defaultValue && !isChoice(field))
      .map((field) => [field, field.value] as const)
    for (const [field, value] of typed) {
      // By the element's own setter, which React does not watch: to it the value is new.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
      field.value = ''
      set!.call(field, value)
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }

  window.replayEarlyTaps = async () => {
    delete window.replayEarlyTaps
    for (const [type, hear] of Object.entries(listeners)) document.removeEventListener(type, hear, true)
    // As React believes them to be: what is answered opens them again.
    for (const button of opened) button.disabled = true
    // React first draws what it knows itself, such as answers that were kept; nothing is painted in between.
    await Promise.resolve()
    tellWhatWasTyped()
    await nextTask()
    for (const [element, how] of taps) {
      if (!element.isConnected) continue
      if (element instanceof HTMLInputElement) {
        // React hears of a click only where it changes what it saw last.
        element.checked = !how
        element.click()
      } else if (element instanceof HTMLFormElement) {
        const button = how as HTMLButtonElement | null
        if (!button?.disabled) element.requestSubmit(button)
      } else element.click()
      // The next one may be of what this one shows.
      await nextTask()
    }
    if (taps.length > 0) delete root.dataset.waits
  }
}

/** For the head of a page; the CSP allows it by its hash. The browser has it from there, and need not load it again. */
export const earlyTapsScript = import.meta.env.SSR ? `(${keepEarlyTaps})()` : ''
