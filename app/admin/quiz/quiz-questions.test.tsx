import { expect, it } from 'vitest'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
import { OptionRows } from './option-rows.tsx'
import QuizQuestionsPage from './quiz-questions-page.tsx'

const draft = { number: 3, state: 'draft', publishedAt: null }
const published = { number: 2, state: 'published', publishedAt: '2026-11-02T15:00:00.000Z' }
const retired = { number: 1, state: 'retired', publishedAt: '2026-10-02T15:00:00.000Z' }
const at = '2026-11-02T15:00:00.000Z'
const questions = [
  { id: 'q1', key: null, questionText: 'Which shoes?', giftText: '', hint: '', questionType: 'single' },
].map((each) => ({
  ...{ ...each, displayOrder: 0, isRequired: false, isActive: true, answerOptions: [] },
  ...{ createdAt: at, updatedAt: at },
}))
const funnel = ok({ from: null, to: null, steps: [] })
const open = (versions: { number: number }[]) =>
  openAdmin(<QuizQuestionsPage />, {
    '/api/admin/quiz-questions': ok({ version: versions[0], versions, questions }),
    ...Object.fromEntries(
      versions.flatMap((version) => [
        [`/api/admin/quiz-questions?version=${version.number}`, ok({ version, versions, questions })],
        [`/api/admin/quiz-funnel/${version.number}`, funnel],
      ]),
    ),
  })
const ways = ['New question', 'Edit Which shoes?', 'Delete Which shoes?']
const offered = ({ document }: { document: Document }) => {
  const named = [...document.querySelectorAll('button')].map((each) => each.textContent)
  return ways.filter((way) => named.includes(way))
}

it('only the draft is edited while there is one, and the published quiz once there is none', async () => {
  const page = await open([draft, published, retired])
  expect(offered(page)).toEqual(ways)
  for (const { number } of [published, retired]) {
    await page.fill('Version', String(number))
    expect(page.words()).toMatch(number === 2 ? /Version 2 is public since/ : /Version 1 was public, from/)
    expect(offered(page), `version ${number}`).toEqual([])
  }
  expect(offered(await open([published, retired]))).toEqual(ways)
})

it('the options of a step can be reworded, but not plans, which have the same name everywhere', async () => {
  const option = { id: 'o1', optionText: 'Monthly', description: '', value: 'monthly', isActive: true }
  const rows = async (stepKey: string | null) => {
    const page = await openAdmin(
      <OptionRows stepKey={stepKey} options={[option]} errors={{}} onChange={() => {}} />,
    )
    return [page.field('Words').readOnly, page.words().includes('Remove Monthly')]
  }
  expect(await rows('plan')).toEqual([true, false])
  expect(await rows('styles')).toEqual([false, false])
  expect(await rows(null)).toEqual([false, true])
})
