import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../../db/schema.ts'
import type { QuestionView, QuizView } from '../../../domain/admin/quiz-contracts.ts'
import { quizKeys } from '../../../domain/quiz-copy.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { runSeed } from '../../../test/random.ts'
import { pageContextOf } from '../../http/page-context.ts'
import { publishedQuiz } from '../../quiz/published-quiz.ts'

const path = '/api/admin/quiz-questions'
const versions = '/api/admin/quiz-versions'
let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

const quiz = async (version?: number): Promise<QuizView> =>
  (await owner.get(version ? `${path}?version=${version}` : path)).body
const edited = (question: QuestionView, changes: object = {}) => ({
  questionText: question.questionText,
  giftText: question.giftText,
  hint: question.hint,
  questionType: question.questionType,
  isActive: question.isActive,
  answerOptions: question.answerOptions.map(({ optionText, description, value, isActive }) => ({
    optionText,
    description,
    value,
    isActive,
  })),
  ...changes,
})
const option = (optionText: string, changes: object = {}) => ({
  optionText,
  description: '',
  value: '',
  isActive: true,
  ...changes,
})
const colors = (changes: object = {}) => ({
  questionText: 'Which colors do you like?',
  giftText: 'Which colors do they like?',
  hint: '',
  questionType: 'multiple',
  isActive: true,
  answerOptions: [option('Brown'), option('Black'), option('Tan', { isActive: false })],
  ...changes,
})
const stepOf = (view: QuizView, key: string) => view.questions.find((question) => question.key === key)!
const publish = async () => {
  const { number } = (await quiz()).version
  return owner.post(`${versions}/publish`, { version: number })
}

describe('a new shop’s quiz', () => {
  it('is published version 1, with the six steps and their options', async () => {
    const view = await quiz()
    expect(view.version).toMatchObject({ number: 1, state: 'published' })
    expect(view.questions.map(({ key }) => key)).toEqual(quizKeys)
    expect(stepOf(view, 'styles')).toMatchObject({
      questionText: 'Which styles do you wear?',
      questionType: 'multiple',
      isRequired: true,
      answerOptions: [
        { value: 'dress', optionText: 'Dress', description: '30-35 mm, for tailoring', displayOrder: 0 },
        { value: 'casual' },
        { value: 'stretch' },
        { value: 'Let Recipient Pick' },
      ],
    })
  })

  it('is readable by every role and writable by owners only', async () => {
    for (const role of ['support', 'packer', 'viewer'] as const) {
      const staff = await signIn(test, role)
      expect((await staff.get(path)).status).toBe(200)
      expect((await staff.post(path, colors())).status).toBe(403)
      expect((await staff.post(`${versions}/publish`, { version: 2 })).status).toBe(403)
    }
  })
})

describe('a quiz change', () => {
  it('goes into a draft, is public once published, and keeps the old version readable', async () => {
    const before = await publishedQuiz(test.shop)
    const first = await quiz()
    const styles = stepOf(first, 'styles')
    const words = edited(styles).answerOptions.map((each) =>
      each.value === 'dress' ? { ...each, optionText: 'Formal', description: 'With a suit' } : each,
    )
    const draft = await owner.patch(`${path}/${styles.id}`, edited(styles, { answerOptions: words }))
    expect(draft.body.version).toEqual({ number: 2, state: 'draft', publishedAt: null })
    expect(await publishedQuiz(test.shop)).toEqual(before)
    // What the screen showed before the draft began is no draft to edit any more.
    const late = await owner.patch(`${path}/${styles.id}`, edited(styles))
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Reload the page')])
    expect((await owner.post(`${versions}/publish`, { version: 7 })).status).toBe(409)
    expect((await publish()).body.version).toMatchObject({ number: 2, state: 'published' })
    const after = await pageContextOf(test.shop).quiz()
    expect(after.version).toBe(2)
    expect(after.steps.styles.options[0]).toEqual({
      value: 'dress',
      label: 'Formal',
      detail: 'With a suit',
    })
    expect(await quiz(1)).toMatchObject({
      version: { number: 1, state: 'retired' },
      versions: [{ number: 2 }, { number: 1 }],
      questions: first.questions,
    })
    expect((await owner.get(`${path}?version=9`)).status).toBe(404)
    const actions = (await test.shop.db.select().from(auditLog)).map((line) => line.action)
    expect(actions.filter((action) => action.startsWith('quiz')).sort()).toEqual([
      'quiz.publish',
      'quiz.question.update',
    ])
  })

  it('never removes a step, its kind or an option', async () => {
    const view = await quiz()
    const size = stepOf(view, 'size')
    const all = edited(size).answerOptions
    for (const changes of [
      { questionType: 'multiple' },
      { isActive: false },
      { answerOptions: all.slice(1) },
      { answerOptions: [...all, option('46', { value: '46' })] },
      { answerOptions: all.map((each) => ({ ...each, isActive: each.value !== '26' })) },
      {
        answerOptions: all.map((each) => ({ ...each, optionText: each.optionText.replace('Unsure', 'No') })),
      },
      { answerOptions: all.map((each) => ({ ...each, optionText: 'The same' })) },
      { questionText: ' ' },
    ]) {
      expect((await owner.patch(`${path}/${size.id}`, edited(size, changes))).status).toBe(400)
    }
    const plan = stepOf(view, 'plan')
    const renamed = edited(plan).answerOptions.map((each) => ({ ...each, optionText: `${each.optionText}!` }))
    const refused = await owner.patch(`${path}/${plan.id}`, edited(plan, { answerOptions: renamed }))
    expect(refused.body.fields['answerOptions.0.optionText']).toContain('always called "Monthly"')
    expect((await owner.del(`${path}/${plan.id}`)).status).toBe(409)
    expect((await quiz()).version.state).toBe('published')
  })
})

describe('an extra question', () => {
  it('follows the styles until moved, never before step two or out of step order', async () => {
    const made = (await owner.post(path, colors())).body as QuizView
    const extra = made.questions.find(({ key }) => key === null)!
    expect(made.questions.map(({ key }) => key ?? 'extra')).toEqual([
      'recipientType',
      'gender',
      'styles',
      'extra',
      'size',
      'shipping',
      'plan',
    ])
    expect(extra).toMatchObject({ isRequired: false, displayOrder: 3 })
    expect(extra.answerOptions.map(({ value }) => value)).toEqual(['brown', 'black', 'tan'])
    const rest = made.questions.map(({ id }) => id).filter((id) => id !== extra.id)
    const order = (ids: string[]) => owner.post(`${path}/order`, { ids })
    expect((await order([rest[0]!, extra.id, ...rest.slice(1)])).status).toBe(409)
    expect((await order([...rest.slice(0, 4), rest[5]!, rest[4]!, extra.id])).status).toBe(409)
    expect((await order(rest)).status).toBe(409)
    const moved = await order([...rest.slice(0, 4), extra.id, ...rest.slice(4)])
    expect(moved.body.questions[4].id).toBe(extra.id)
    await publish()
    const { steps } = await publishedQuiz(test.shop)
    expect(steps.styles.extras).toEqual([])
    expect(steps.size.extras).toEqual([
      {
        id: extra.id,
        isMultiple: true,
        question: 'Which colors do you like?',
        giftQuestion: 'Which colors do they like?',
        hint: '',
        options: [
          { value: 'brown', label: 'Brown', detail: '' },
          { value: 'black', label: 'Black', detail: '' },
        ],
      },
    ])
    // Put away it is asked no more, and can be asked again.
    for (const isActive of [false, true]) {
      const known = (await quiz()).questions.find(({ key }) => key === null)!
      await owner.patch(`${path}/${known.id}`, edited(known, { isActive }))
      await publish()
      expect((await publishedQuiz(test.shop)).steps.size.extras).toHaveLength(isActive ? 1 : 0)
    }
  })

  it('needs two different options', async () => {
    const one = await owner.post(path, colors({ answerOptions: [option('Brown')] }))
    expect([one.status, one.body.fields.answerOptions]).toEqual([400, expect.stringContaining('two options')])
    const same = await owner.post(path, colors({ answerOptions: [option('Brown'), option(' brown')] }))
    expect(same.body.fields['answerOptions.1.optionText']).toBe('Another option has the same words.')
    const twice = [option('Brown', { value: 'dark' }), option('Black', { value: 'dark' })]
    expect((await owner.post(path, colors({ answerOptions: twice }))).status).toBe(400)
    const { body } = await owner.post(path, colors({ answerOptions: [option('褐'), option('黑')] }))
    const extra = (body as QuizView).questions[3]!
    expect(extra.answerOptions.map(({ value }) => value)).toEqual(['option', 'option-2'])
    expect((await owner.del(`${path}/${extra.id}`)).status).toBe(200)
    expect((await owner.del(`${versions}/draft`)).status).toBe(200)
  })
})

describe('quiz versions', () => {
  it('can be restored through a draft, one at a time', async () => {
    const { number } = (await quiz()).version
    const draft = await owner.post(`${versions}/draft`, { version: 1 })
    expect(draft.body.version).toMatchObject({ number: number + 1, state: 'draft' })
    expect(stepOf(draft.body, 'styles').answerOptions[0]!.optionText).toBe('Dress')
    // Word for word, with what was put away and in its order.
    const all = (view: QuizView) =>
      view.questions.map((question) => ({ key: question.key, ...edited(question) }))
    expect(all(draft.body)).toEqual(all(await quiz(1)))
    await owner.del(`${versions}/draft`)
    const own = await owner.post(`${versions}/draft`, { version: number })
    expect(all(own.body)).toEqual(all(await quiz(number)))
    expect((await owner.post(`${versions}/draft`, { version: 1 })).status).toBe(409)
    expect((await owner.del(`${versions}/draft`)).status).toBe(200)
    expect((await owner.del(`${versions}/draft`)).status).toBe(404)
    expect((await quiz()).version).toMatchObject({ number, state: 'published' })
  })

  it('once published read the same whatever is drafted', async () => {
    const published = await publishedQuiz(test.shop)
    const old = { 1: (await quiz(1)).questions, 2: (await quiz(2)).questions }
    const words = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '')
    const act = fc.record({ kind: fc.nat(5), at: fc.nat(20), words })
    const step = async ({ kind, at, words: text }: { kind: number; at: number; words: string }) => {
      const view = await quiz()
      const question = view.questions[at % view.questions.length]!
      const extra = view.questions.filter(({ key }) => key === null)[0]
      if (kind === 0) return owner.patch(`${path}/${question.id}`, edited(question, { questionText: text }))
      if (kind === 1) return owner.post(path, colors({ questionText: text }))
      if (kind === 2 && extra) return owner.del(`${path}/${extra.id}`)
      if (kind === 3) return owner.del(`${versions}/draft`)
      if (kind === 4) return owner.post(`${versions}/draft`, { version: 1 })
      const reversed = edited(question).answerOptions.toReversed()
      return owner.patch(`${path}/${question.id}`, edited(question, { answerOptions: reversed }))
    }
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        for (const each of acts) expect((await step(each)).status).toBeLessThan(500)
        expect(await publishedQuiz(test.shop)).toEqual(published)
        expect((await quiz(1)).questions).toEqual(old[1])
        expect((await quiz(2)).questions).toEqual(old[2])
      }),
      { seed: runSeed(), numRuns: 12 },
    )
  })
})
