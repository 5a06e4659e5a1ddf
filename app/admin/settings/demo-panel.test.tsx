import { expect, it } from 'vitest'
import { openBrowser } from '../../../test/browser.ts'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
import { openPage } from '../../../test/open-page.tsx'
import { ReviewList } from '../../review/review-list.tsx'
import { DemoPanel } from './demo-panel.tsx'

const call = '/api/admin/demo'
const open = (changes: object) =>
  openAdmin(<DemoPanel />, {
    [call]: ok({ state: 'absent', percent: 0, step: '', isPossible: true, problem: null, ...changes }),
  })

it('fills a demo with an invented year, and says why it couldn’t', async () => {
  const page = await open({ problem: 'The disk is full.' })
  expect(page.words()).toContain('The disk is full.')
  await page.press('Fill with an invented year')
  expect(page.asked).toContainEqual(expect.objectContaining({ path: call, method: 'POST' }))
})

it('says how far it is, and offers nothing else meanwhile', async () => {
  const page = await open({ state: 'busy', percent: 40, step: 'Living May 2026' })
  expect(page.words()).toContain('Living May 2026. 40% done.')
  expect(page.document.querySelector('progress')?.value).toBe(40)
  expect(page.document.querySelectorAll('button')).toHaveLength(0)
})

it('takes it away after asking', async () => {
  const page = await open({ state: 'filled' })
  await page.press('Take it away')
  expect(page.words()).toContain('Whatever you’ve done in it since goes too')
  expect(page.asked.filter(({ method }) => method === 'DELETE')).toEqual([])
})

it('isn’t there in a real shop', async () => {
  expect((await open({ isPossible: false })).words()).not.toContain('invented')
})

it('an invented review says so beside its name', async () => {
  const review = {
    ...{ id: 'r', stars: 5 as const, fit: null, text: 'Soft.', by: 'Ada, Inventown, OR' },
    writtenOn: '2026-11-05',
  }
  const wordsIn = async (shop: object) => {
    openBrowser()
    return (await openPage(<ReviewList reviews={[review]} />, { shop })).words()
  }
  expect(await wordsIn({ isInvented: true })).toContain('Invented: Ada, Inventown, OR')
  expect(await wordsIn({})).not.toContain('Invented:')
})
