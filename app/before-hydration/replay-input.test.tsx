import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'

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
