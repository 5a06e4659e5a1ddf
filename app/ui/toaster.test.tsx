import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { PageFrame } from '../layout/page-frame.tsx'

const subscribe = '/api/newsletter/subscribe'
const refused = (sentence?: string) => ({
  status: 503,
  body: JSON.stringify(sentence ? { message: sentence } : {}),
})

let page: Awaited<ReturnType<typeof openPage>>
let replies: Record<string, ReturnType<typeof refused>>

beforeEach(async () => {
  replies = { [subscribe]: refused() }
  openBrowser(replies)
  page = await openPage(<PageFrame>{null}</PageFrame>, { at: '/terms' })
  // Loaded before the clock stops.
  await Promise.all([import('./toaster.tsx'), import('../newsletter/subscribe.ts')])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  Object.assign(window, { setTimeout, clearTimeout })
  await page.fill('Newsletter', 'ada@example.com')
})

const toasts = () => [...page.document.querySelectorAll<HTMLElement>('.toasts .toast')]
const saidByToasts = () => toasts().map(({ textContent }) => textContent)

async function pass(milliseconds: number) {
  await act(async () => void vi.advanceTimersByTime(milliseconds))
  await page.settle()
}

it('one toast shows at a time, for five seconds, and is forgotten long after', async () => {
  await page.press('Subscribe')
  expect(saidByToasts()).toEqual(['Subscription failedPlease try again later'])
  const said = page.document.querySelector('[role="status"][aria-live="assertive"]')
  expect(said?.textContent, 'an error is read out at once').toContain('Subscription failed')
  await pass(4_000)
  replies[subscribe] = refused('The list is being moved.')
  await page.press('Subscribe')
  expect(saidByToasts()).toEqual(['Subscription failedThe list is being moved.'])
  await pass(4_999)
  expect(toasts()).toHaveLength(1)
  await pass(1)
  expect(toasts()).toEqual([])
  // All that is left to come is the end of its memory.
  await pass(999_999)
  expect(vi.getTimerCount()).toBe(1)
  await pass(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('a toast is reached with F8, and closed by its button, which keeps the focus, or by a swipe right of more than 50 px', async () => {
  await page.press('Subscribe')
  expect(page.focused().textContent).toBe('Subscribe')
  await page.key('F8', { code: 'F8' })
  expect(page.focused().className).toBe('toasts')
  await page.press('Close this notice')
  expect(toasts()).toEqual([])
  expect(page.focused().localName).not.toBe('body')

  await page.press('Subscribe')
  for (const [by, isLeft] of [
    [-70, true],
    [40, true],
    [50, true],
    [51, false],
  ] as const) {
    await swipe(by)
    expect(toasts().length, `${by} px`).toBe(isLeft ? 1 : 0)
  }
})

it('a toast is shown in an open dialog, which dims everything else, and stays once that is gone', async () => {
  const dialog = page.document.createElement('dialog')
  page.document.body.append(dialog)
  dialog.showModal()
  await page.press('Subscribe')
  expect(toasts()[0]?.closest('dialog')).toBe(dialog)
  dialog.remove()
  await page.settle()
  expect(saidByToasts()).toEqual(['Subscription failedPlease try again later'])
  expect(toasts()[0]?.closest('dialog')).toBeNull()
})

/** A press on the toast, and two moves to the right, or to the left. */
async function swipe(by: number) {
  const [toast] = toasts()
  for (const [type, clientX] of [
    ['pointerdown', 100],
    ['pointermove', 100 + by / 2],
    ['pointermove', 100 + by],
    ['pointerup', 100 + by],
  ] as const) {
    const event = new window.PointerEvent(type, {
      clientX,
      clientY: 20,
      button: 0,
      bubbles: true,
      pointerId: 1,
    })
    await act(async () => void toast!.dispatchEvent(event))
  }
  await page.settle()
}
