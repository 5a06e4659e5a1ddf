import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { giftItem, selfItem } from '../test/carts.ts'
import { handoverContracts } from './account/handover-contracts.ts'
import { beltContracts, beltFields } from './admin/belt-contracts.ts'
import { drop } from './admin/drop-contracts.ts'
import { day, filled, page } from './admin/fields.ts'
import { passwordProblem } from './admin/password-rules.ts'
import { api } from './api.ts'
import type { CartItem } from './cart.ts'
import { handoverTerms } from './handover.ts'
import { copiedSku } from './sku.ts'

/** The first problem with what was sent; null when there is none. */
const wrong = (schema: z.ZodMiniType, sent: unknown) =>
  schema.safeParse(sent).error?.issues[0]?.message ?? null
const cart = (...items: Partial<CartItem>[]) => ({
  cartItems: items.map((item) => selfItem('monthly', item)),
})
const many = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

describe('a shop call accepts', () => {
  const { body } = api.createPaymentIntent
  const shipped = (changes: object) =>
    cart({ shippingDetails: { ...selfItem().shippingDetails!, ...changes } })
  const given = (giftMessage: string) => ({
    cartItems: [giftItem('monthly', { giftDetails: { ...giftItem().giftDetails!, giftMessage } })],
  })
  const answered = (count: number, answers: number) =>
    cart({ extraAnswers: many(count, { question: 'Which?', answers: many(answers, 'Brown') }) })

  it.each<[string, unknown, string | null]>([
    ['twenty belts at once', cart(...many(20, {})), null],
    ['no more', cart(...many(21, {})), 'A cart holds at most 20 items.'],
    ['no empty cart', cart(), 'Your cart is empty'],
    ['a message of 1000 characters', given('x'.repeat(1000)), null],
    ['no longer message', given('x'.repeat(1001)), 'Use at most 1000 characters.'],
    ['every style once', cart({ styles: many(5, 'dress') }), 'Choose each style once.'],
    ['twenty colors', cart({ colors: many(20, 'tan') }), null],
    ['no more of them', cart({ colors: many(21, 'tan') }), 'Send at most 20 colors.'],
    ['thirty answers', answered(30, 30), null],
    ['no more answers', answered(31, 1), 'Send at most 30 answers.'],
    ['a line of 200 characters', shipped({ city: 'x'.repeat(200) }), null],
    ['no longer line', shipped({ city: 'x'.repeat(201) }), 'Use at most 200 characters.'],
    ['a ZIP code of twenty', shipped({ zipCode: '9'.repeat(21) }), 'Use at most 20 characters.'],
    ['no NUL', shipped({ city: 'Port\0land' }), 'Remove the characters that aren’t text.'],
    ['no half character', shipped({ city: 'Port\ud83dland' }), 'Remove the characters that aren’t text.'],
    ['a code of sixty', { ...cart({}), promotionCode: 'X'.repeat(60) }, null],
    ['no longer code', { ...cart({}), promotionCode: 'X'.repeat(61) }, 'Use at most 60 characters.'],
  ])('%s', (_, sent, problem) => {
    expect(wrong(body, sent)).toBe(problem)
  })

  it('"myself" for oneself, and missing fields as empty, to ask for later', () => {
    const { fullName: _, ...nameless } = selfItem().shippingDetails!
    const sent = cart({ recipientType: 'myself' as never, shippingDetails: nameless as never })
    const [item] = body.parse(sent).cartItems
    expect([item!.recipientType, item!.shippingDetails!.fullName]).toEqual(['self', ''])
  })

  it('agreement to the terms of a plan with the longest name', () => {
    const planName = 'x'.repeat(60)
    const plan = { planName, amountCents: 123_456, isTaxed: true, months: 12, on: '2026-12-21' }
    const terms = handoverTerms({ ...plan, supportEmail: `${'x'.repeat(64)}@example.com` })
    expect(wrong(handoverContracts.agreeToHandover.body, { token: 'x'.repeat(43), terms })).toBeNull()
  })

  it('quiz steps 1 to 7, a US address, and nonempty terms', () => {
    const step = (number: number) => ({ version: 1, step: number, recipientType: 'gift' })
    const counted = [0, 1, 7, 8, 1.5].map((number) => wrong(api.countQuizStep.body, step(number)) === null)
    expect(counted).toEqual([false, true, true, false, false])
    const shippingInfo = {
      ...{ recipientName: 'Maya', email: 'maya@example.com', addressLine1: '418 Alder Street' },
      ...{ city: 'Portland', state: 'OR', zipCode: '97209', country: 'US' },
    }
    const order = {
      ...cart({}),
      purchaserEmail: 'maya@example.com',
      stripePaymentIntentId: 'pi_1',
      shippingInfo,
    }
    expect(wrong(api.createGuestOrder.body, order)).toBeNull()
    const abroad = { ...order, shippingInfo: { ...shippingInfo, country: 'CA' } }
    expect(wrong(api.createGuestOrder.body, abroad)).toBe('We ship within the US only.')
    const consent = { clientSecret: 'pi_1_secret_2', text: '' }
    expect(wrong(api.recordConsent.body, consent)).toBe('This must not be empty.')
  })
})

describe('an admin call accepts', () => {
  it('pages of 200 at most, real days from 2000 on, and real months', () => {
    expect(['1', '200', '0', '201', '2.5'].map((limit) => wrong(page.limit, limit) === null)).toEqual([
      ...[true, true, false, false, false],
    ])
    const days = ['2000-01-01', '2028-02-29', '1999-12-31', '2026-02-30', '2026-2-3']
    expect(days.map((each) => wrong(day, each) === null)).toEqual([true, true, false, false, false])
    const drops = ['2026-12', '2026-01', '2026-13', '2026-00', '1999-12', '2026-1']
    expect(drops.map((each) => wrong(drop, each) === null)).toEqual([true, true, false, false, false, false])
    expect([wrong(filled(5), ' '), wrong(filled(5), 'words!')]).toEqual([
      'Fill this in.',
      'Use at most 5 characters.',
    ])
  })

  it('a belt with described pictures, and a realistic width and colors', () => {
    const belt = {
      ...{ name: 'The Ashbury', description: 'Bridle leather.', material: 'Leather', widthMm: 35 },
      ...{ buckle: 'Brass', style: 'dress', gender: 'male', colors: ['Brown'], sku: 'MD1-202612-ASHBURY' },
      ...{ imageUrl: null, imageAlt: '', lifestyleImageUrl: null, lifestyleAlt: '', suits: '' },
      ...{ nightImageUrl: null, detailImageUrl: null, detailAlt: '', displayOrder: 0, isActive: true },
    }
    const problem = (changes: object) => wrong(beltFields, { ...belt, ...changes })
    expect(problem({})).toBeNull()
    const described = 'Say what the picture shows, for people who can’t see it.'
    for (const field of ['image', 'lifestyleImage', 'detailImage'])
      expect(problem({ [`${field}Url`]: '/pictures/a-840.webp' }), field).toBe(described)
    expect(problem({ imageUrl: 'https://example.com/a.png', imageAlt: 'A belt' })).toBe(
      'Upload the picture first.',
    )
    const widths = [9, 10, 80, 81].map((widthMm) => problem({ widthMm }) === null)
    expect(widths).toEqual([false, true, true, false])
    expect([problem({ colors: [] }), problem({ colors: many(13, 'Tan') })]).toEqual([
      'Name at least one color.',
      'Name at most twelve colors.',
    ])
    expect(problem({ sku: 'md1-202612' })).toMatch(/^Use capital letters/)
  })

  it('inventory of zero or more', () => {
    const stock = (pieces: number) =>
      wrong(beltContracts.setStock.body, { changes: [{ size: '36', stock: pieces, was: 0 }] })
    expect([stock(0), stock(100_000)]).toEqual([null, null])
    expect([stock(-1), stock(1.5), stock(100_001)]).toEqual(many(3, 'Enter a whole number, 0 or more.'))
  })

  it('a SKU copied to another drop, with that month in its place', () => {
    expect(copiedSku('MD1-202511-ASHBURY', '2025-11', '2026-12')).toBe('MD1-202612-ASHBURY')
    expect(copiedSku('ASHBURY-MD1-202511', '2025-11', '2026-12')).toBe('ASHBURY-MD1-202612')
    expect(copiedSku('ASHBURY', '2025-11', '2026-12')).toBeNull()
  })

  it('a password of 12 to 200 visible characters that isn’t commonly guessed', () => {
    const problem = (password: string) => passwordProblem(password, [])
    expect(problem('😀😁😂🤣😃😄')).toMatch(/^Use at least 12 characters/)
    const long = 'twelve saddle stitches '.repeat(10)
    expect([problem(long.slice(0, 200)), problem(long.slice(0, 201))]).toEqual([
      null,
      'Use at most 200 characters.',
    ])
    for (const known of ['trustno1-2026', 'qwertyuiop12', 'letmein.1234', 'iloveyou2026'])
      expect(problem(known), known).toMatch(/^This is one of the first that thieves try/)
  })
})
