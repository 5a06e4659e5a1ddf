import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { renderPage } from '../../test/render-page.tsx'
import { Header } from '../layout/header.tsx'

function Form() {
  const [answers, setAnswers] = useState<string[]>([])
  const add = (answer: string) => setAnswers((before) => [...before, answer])
  return (
    <>
      <input type="radio" aria-label="Myself" onChange={() => add('Myself')} />
      <input type="checkbox" aria-label="Dress" onChange={(event) => add(`Dress ${event.target.checked}`)} />
      <input aria-label="Email" onChange={(event) => add(event.target.value)} />
      <p>{answers.join(', ')}</p>
    </>
  )
}

it('what was chosen and typed before React came is its answer, in order and once', async () => {
  openBrowser()
  const page = await openPage(<Form />)
  const { HTMLInputElement, HTMLFormElement } = window
  for (const each of [HTMLInputElement, HTMLFormElement]) vi.stubGlobal(each.name, each)
  const { recorded } = await import('./record-input.ts')
  const { replayInput } = await import('./replay-input.ts')
  const [myself, dress, email] = ['Myself', 'Dress', 'Email'].map(page.field) as HTMLInputElement[]
  // As they are recorded while the page has no React yet.
  Object.assign(recorded, {
    taps: [
      [myself, true],
      [dress, true],
      [dress, false],
    ],
    typed: new Map([[email, 'maya@example.com']]),
  })
  window.beforeHydration = {
    ...{ recorded, isPressed: () => false, bypass: (replay: () => void) => replay() },
    recording: new AbortController(),
  } as unknown as NonNullable<Window['beforeHydration']>
  await act(replayInput)
  expect(page.words()).toContain('maya@example.com, Myself, Dress true, Dress false')
  expect(window.beforeHydration).toBeUndefined()
})

it('the header counts the cart before React, again when Back brings the page', async () => {
  openBrowser()
  const { document } = await openPage(null, { at: '/terms' })
  document.body.innerHTML = renderPage(<Header />).html
  await import('./inline-script.ts')
  const link = document.querySelector<HTMLElement>('.cart-link')!
  const cameBackWith = (count: number) => {
    sessionStorage.setItem('cartItems', JSON.stringify(Array(count).fill({})))
    dispatchEvent(new Event('pageshow'))
    return [link.ariaLabel, link.querySelector<HTMLElement>('.count')!.dataset.count]
  }
  expect(cameBackWith(2)).toEqual(['Cart, 2 items', '2'])
  expect(cameBackWith(1)).toEqual(['Cart, 1 item', '1'])
  expect(cameBackWith(0)).toEqual(['Cart', undefined])
  window.beforeHydration!.recording.abort()
})
