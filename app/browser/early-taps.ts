/** A form and the button that sent it, a box or radio and how it stands now, or what was clicked. */
type Tap = [element: HTMLElement, how?: HTMLButtonElement | boolean | null]

type Early = {
  taps: Tap[]
  /** buttons that the server's HTML had disabled, until something was answered */
  opened: HTMLButtonElement[]
  stop: () => void
}

/**
 * Runs in the head of every page: keeps what is tapped before the page is alive, whatever it is, in its order. Links and
 * fields work by themselves meanwhile; what works by script only says that it waits (`data-waits`). A link that does more
 * than lead somewhere, or a card that opens, has `data-tap`. Its text never changes: the CSP holds its hash.
 */
export const earlyTapsScript = `(function(d){
var taps=[],opened=[],kinds={click:click,submit:submit,input:answer,change:answer};
function keep(e,w){var l=taps[taps.length-1];if(!l||l[0]!==e)taps.push([e,w]);d.documentElement.dataset.waits=''}
function click(v){var e=v.target.closest('button:not([type=submit]),[data-tap]');if(e)keep(e)}
function submit(v){if(v.target.method!=='get')return;v.preventDefault();keep(v.target,v.submitter)}
function answer(v){var e=v.target,b=e.form&&e.form.querySelector('[type=submit]:disabled');
if(v.type==='change'&&/^(radio|checkbox)$/.test(e.type))taps.push([e,e.checked]);
if(b){opened.push(b);b.disabled=false}}
for(var k in kinds)d.addEventListener(k,kinds[k],true);
window.early={taps:taps,opened:opened,stop:function(){for(var k in kinds)d.removeEventListener(k,kinds[k],true)}}
})(document)`

/** Once the page is alive: does what was tapped and tells React what was typed before. */
export async function replayEarlyTaps() {
  const { early } = window as { early?: Early }
  if (!early) return
  early.stop()
  delete (window as { early?: Early }).early
  // As React believes them to be: what is answered opens them again.
  for (const button of early.opened) button.disabled = true
  // React first draws what it knows itself, such as answers that were kept; nothing is painted in between.
  await Promise.resolve()
  tellWhatWasTyped()
  await nextTask()
  for (const [element, how] of early.taps) {
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
  if (early.taps.length > 0) delete document.documentElement.dataset.waits
}

/** The fields show what was typed before React took them over, and React does not know. */
function tellWhatWasTyped() {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')]
  // All are read before one is told: with it React draws the whole form anew, as far as it knows it.
  const typed = fields
    .filter(
      ({ type, value, defaultValue }) => value && value !== defaultValue && !/^(radio|checkbox)$/.test(type),
    )
    .map((field) => [field, field.value] as const)
  for (const [field, value] of typed) {
    // By the element's own setter, which React does not watch: to it the value is new.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
    field.value = ''
    set!.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

const nextTask = () => new Promise((done) => setTimeout(done))
