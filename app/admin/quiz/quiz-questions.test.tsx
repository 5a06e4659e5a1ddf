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

it('words change and a question is added in a draft, which is published, and earlier words come back', async () => {
  const path = '/api/admin/quiz-questions'
  const versionsPath = '/api/admin/quiz-versions'
  const option = (optionText: string, value = '') => ({
    ...{ optionText, value, description: '', isActive: true },
  })
  const question = (key: string | null, questionText: string, options: object[]) => ({
    ...{ ...questions[0], id: key ?? 'own', key, questionText, questionType: 'multiple' },
    answerOptions: options.map((each, id) => ({ ...each, id: String(id) })),
  })
  const styles = (words: string) => question('styles', 'Which styles?', [option(words, 'dress')])
  const colors = question(null, 'Which colors?', [option('Black'), option('Brown')])
  const [first, second] = [
    { ...published, number: 1 },
    { ...draft, number: 2 },
  ]
  const steps = [4, 3, 3, 2, 2, 1, 1].map((myself, index) => ({
    step: index + 1,
    myself,
    gift: 0,
    unknown: 0,
  }))
  const counts = ok({ from: '2026-11-20', to: '2026-11-21', steps })
  const replies: Parameters<typeof openAdmin>[1] = {
    ...Object.fromEntries([1, 2].map((number) => [`/api/admin/quiz-funnel?version=${number}`, counts])),
    [`${path}/styles`]: ok(),
    [`${versionsPath}/publish`]: ok(),
    [`${versionsPath}/draft`]: ok(),
  }
  const show = (version: object, versions: object[], ...shown: object[]) => {
    replies[path] = ok({ version, versions, questions: shown })
  }
  show(first, [first], styles('Dress'))
  const page = await openAdmin(<QuizQuestionsPage />, replies)
  const optionsOf = (name: string) =>
    [...page.document.querySelectorAll(`[aria-label="Options of ${name}"] li`)].map(
      ({ textContent }) => textContent,
    )
  expect(page.words()).toContain('In the cart 1 0 25%')
  await page.press('Edit Which styles?')
  await page.fill('Words', 'Formal')
  show(second, [second, first], styles('Formal'))
  await page.press('Save in the draft')
  expect(page.sent(`${path}/styles`)).toMatchObject([
    { answerOptions: [option('Formal', 'dress')], was: { answerOptions: [option('Dress', 'dress')] } },
  ])
  expect(page.words()).toContain('Version 2 is a draft.')
  expect(optionsOf('Which styles?')).toEqual(['Formal'])

  await page.press('Delete Which styles?')
  expect(page.told().at(-1)).toMatch(/^This step stays: /)
  expect(page.document.querySelector('dialog')).toBeNull()

  await page.press('New question')
  await page.fill('Question', 'Which colors?')
  await page.fill('Words', 'Brown')
  await page.press('Move Brown down')
  await page.fill('Words', 'Black')
  show(second, [second, first], styles('Formal'), colors)
  await page.press('Save in the draft')
  expect(page.sent(path)).toMatchObject([
    {
      questionText: 'Which colors?',
      questionType: 'multiple',
      answerOptions: [option('Black'), option('Brown')],
    },
  ])
  expect(optionsOf('Which colors?')).toEqual(['Black', 'Brown'])

  const newest = { ...published, number: 2 }
  show(newest, [newest, { ...retired, number: 1 }], styles('Formal'), colors)
  await page.press('Publish version 2')
  expect(page.sent(`${versionsPath}/publish`)).toEqual([{ version: 2 }])
  expect(page.words()).toContain('Version 2 is public')
  const old = { ...retired, number: 1 }
  replies[`${path}?version=1`] = ok({ version: old, versions: [newest, old], questions: [styles('Dress')] })
  await page.fill('Version', '1')
  expect(optionsOf('Which styles?')).toEqual(['Dress'])
  show({ ...draft, number: 3 }, [{ ...draft, number: 3 }, newest, old], styles('Dress'))
  await page.press('Go back to these words')
  expect(page.sent(`${versionsPath}/draft`)).toEqual([{ version: 1 }])
  expect(page.button('Publish version 3').disabled).toBe(false)
  expect(page.told()).toEqual([
    'Draft saved: Visitors see it when the draft is published.',
    expect.stringContaining('This step stays: '),
    'Draft saved: Visitors see it when the draft is published.',
    'Quiz published: Version 2 is what visitors see from now on.',
  ])
})
