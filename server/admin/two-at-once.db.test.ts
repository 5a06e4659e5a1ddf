import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { quizQuestions, settings, shippingInfo } from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { sentBelt } from '../../test/sent-belt.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'

let test: TestShop
let ana: SignedIn
let ben: SignedIn
beforeAll(async () => {
  test = await createTestShop({ connections: 10 })
  ana = await signIn(test, 'owner', 'ana')
  ben = await signIn(test, 'owner', 'ben')
})
afterAll(() => test.close())

type Form = {
  path: string
  /** what both read before they wrote */
  was: Record<string, unknown>
  first: Record<string, unknown>
  second: Record<string, unknown>
  /** what is kept now, of that which they wrote */
  now: () => Promise<Record<string, unknown>>
}

const pick = (row: Record<string, unknown>, like: object) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, row[key]]))

const forms: Record<string, () => Promise<Form>> = {
  'an order’s status': async () => {
    const order = await anOrder()
    return {
      path: `/api/admin/orders/${order.id}/status`,
      ...{ was: { status: order.status }, first: { status: 'cancelled' }, second: { status: 'delivered' } },
      now: async () => ({ status: (await anOrder()).status }),
    }
  },
  'an order’s tracking number': async () => {
    const order = await anOrder()
    return {
      path: `/api/admin/orders/${order.id}/tracking`,
      was: { trackingNumber: null },
      first: { trackingNumber: '9400111899223197428490' },
      second: { trackingNumber: '9400111899223197428491' },
      now: async () => {
        const [row] = await test.shop.db.select().from(shippingInfo).where(eq(shippingInfo.orderId, order.id))
        return { trackingNumber: row!.trackingNumber }
      },
    }
  },
  'a product type': async () => {
    const read = async () => (await ana.get('/api/admin/product-types')).body.productTypes[0]
    const { id, name, slug, description, displayOrder, isActive } = await read()
    const was = { name, slug, description, displayOrder, isActive }
    return {
      path: `/api/admin/product-types/${id}`,
      ...{ was, first: { ...was, name: 'Dressy belts' }, second: { ...was, description: 'For suits.' } },
      now: async () => pick(await read(), was),
    }
  },
  'a quiz question': async () => {
    // The first change begins the draft; two change a question of it.
    const begin = (await ana.get('/api/admin/quiz-questions')).body.questions[0]
    await ana.patch(`/api/admin/quiz-questions/${begin.id}`, questionOf({ ...begin, hint: 'Tell us.' }))
    const question = (await ana.get('/api/admin/quiz-questions')).body.questions[0]
    const was = questionOf(question)
    return {
      path: `/api/admin/quiz-questions/${question.id}`,
      ...{ was, first: { ...was, questionText: 'Who’s it for?' }, second: { ...was, hint: 'No hurry.' } },
      now: async () => {
        const [row] = await test.shop.db.select().from(quizQuestions).where(eq(quizQuestions.id, question.id))
        return { ...was, questionText: row!.questionText, hint: row!.hint }
      },
    }
  },
  'a plan’s price': async () => {
    const read = async () => (await ana.get('/api/admin/plans')).body.plans[0]
    const plan = await read()
    const { name, price, months, originalPrice, popular, features } = plan
    const was = { name, price, months, originalPrice, popular, features }
    return {
      path: `/api/admin/plans/${plan.id}`,
      ...{ was, first: { ...was, price: '72.50' }, second: { ...was, price: '65.00' } },
      now: async () => pick(await read(), was),
    }
  },
  'the days of a drop': async () => {
    const was = { cutOffDay: '2027-03-25', shipBy: '2027-04-05' }
    await ana.post('/api/admin/drops', { drop: '2027-04', ...was })
    return {
      path: '/api/admin/drops/2027-04',
      ...{ was, first: { ...was, shipBy: '2027-04-08' }, second: { ...was, cutOffDay: '2027-03-20' } },
      now: async () => pick((await ana.get('/api/admin/drops/2027-04')).body.drop, was),
    }
  },
  'the settings': async () => {
    const read = async () => (await ana.get('/api/admin/settings')).body
    const { shopName, supportEmail, postalAddress, holidays, lowStock } = await read()
    const was = { shopName, supportEmail, postalAddress, holidays, lowStock }
    return {
      path: '/api/admin/settings',
      ...{ was, first: { ...was, holidays: ['2026-12-24'] }, second: { ...was, shopName: 'Belts & Co' } },
      now: async () => pick(await read(), was),
    }
  },
  'a saved answer': async () => {
    const was = { title: 'Sizing', text: 'Pants size plus two.' }
    const { id } = (await ana.post('/api/admin/canned-answers', was)).body
    return {
      path: `/api/admin/canned-answers/${id}`,
      ...{ was, first: { ...was, text: 'Pants plus 2.' }, second: { ...was, title: 'Sizes' } },
      now: async () =>
        pick(
          (await ana.get('/api/admin/canned-answers')).body.answers.find(
            (each: { id: string }) => each.id === id,
          ),
          was,
        ),
    }
  },
}

const questionOf = (question: Record<string, unknown>) => ({
  ...pick(question, { questionText: 0, giftText: 0, hint: 0, questionType: 0, isActive: 0 }),
  answerOptions: (question.answerOptions as Record<string, unknown>[]).map((option) =>
    pick(option, { optionText: 0, description: 0, value: 0, isActive: 0 }),
  ),
})

async function anOrder() {
  const known = (await ana.get('/api/admin/orders')).body.orders
  if (known.length > 0) return known[0]
  await join(test, [selfItem('monthly')])
  return (await ana.get('/api/admin/orders')).body.orders[0]
}

it.each(Object.keys(forms))('when two change %s at once, the second is told first', async (what) => {
  const { path, was, first, second, now } = await forms[what]!()
  test.clock.advance(1000)
  expect((await ana.patch(path, { ...first, was })).status).toBe(200)
  const told = await ben.patch(path, { ...second, was })
  expect(told).toMatchObject({ status: 409, body: { details: { changed: expect.any(String) } } })
  expect(told.body.message).toMatch(/^(ana saved|This order is cancelled now|The tracking number is 94)/)
  expect(await now(), 'what the first wrote').toEqual(first)
  expect((await ben.patch(path, second)).status, 'and may write over it').toBe(200)
  expect(await now()).toEqual(second)
})

// On the embedded database one transaction follows the other.
it.runIf(inject('databaseKind') === 'postgres')(
  'when two save the settings in the same moment, one of them is told',
  async () => {
    const { path, was } = await forms['the settings']!()
    let begun: Promise<{ status: number }>[] = []
    await test.shop.db.transaction(async (tx) => {
      await tx.select().from(settings).where(eq(settings.key, 'desk')).for('update')
      begun = [
        ana.patch(path, { ...was, shopName: 'Ana’s Belts', was }),
        ben.patch(path, { ...was, lowStock: 7, was }),
      ]
      await vi.waitFor(async () => {
        const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(await rowsOf(test.shop.db, waiting)).toHaveLength(2)
      }, 60_000)
    })
    expect((await Promise.all(begun)).map(({ status }) => status).sort()).toEqual([200, 409])
  },
)

it('when two note something on an exchange at once, the second is told first', async () => {
  const { box } = await sentBelt(test)
  const { id } = await requestExchange(test.shop, {
    boxId: box.id,
    kind: 'size',
    size: '38',
    askedBy: 'member',
  })
  // Weeks went by until the belt was there.
  ana = await signIn(test, 'owner', 'ana')
  ben = await signIn(test, 'owner', 'ben')
  const note = (who: SignedIn, words: string, was?: string) =>
    who.post(`/api/admin/exchanges/${id}/note`, {
      note: words,
      ...(was === undefined ? {} : { was: { note: was } }),
    })
  expect((await note(ana, 'Called on Monday', '')).status).toBe(200)
  expect(await note(ben, 'Wrote on Tuesday', '')).toMatchObject({
    status: 409,
    body: { details: { changed: 'note' } },
  })
  expect((await note(ben, 'Called, then wrote', 'Called on Monday')).status).toBe(200)
})

it('when two set a state’s sales tax at once, the second is told first', async () => {
  const set = (who: SignedIn, ratePercent: string, was?: object) =>
    who.post('/api/admin/sales-tax/rules', {
      ...{ state: 'TX', from: '2027-01-01', way: 'rate', ratePercent },
      ...(was ? { was } : {}),
    })
  const nothing = { rule: null, planned: [] }
  expect((await set(ana, '6.25', nothing)).status).toBe(200)
  const told = await set(ben, '8.25', nothing)
  expect(told).toMatchObject({ status: 409, body: { details: { changed: expect.any(String) } } })
  expect(told.body.message).toMatch(/^ana saved/)
  const seen = { rule: null, planned: [{ from: '2027-01-01', way: 'rate', ratePercent: '6.25' }] }
  expect((await set(ben, '8.25', seen)).status, 'who saw it may change it').toBe(200)
  expect((await set(ana, '7', undefined)).status, 'and so may a script').toBe(200)
})
