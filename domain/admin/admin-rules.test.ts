import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Contract, fieldNames } from '../contract.ts'
import { type AdminContractName, adminContracts } from './contracts.ts'
import { dropStateOf } from './drop-state.ts'
import { isPictureAddress } from './fields.ts'
import { hideFields, seesEmails } from './hidden-fields.ts'
import { type LetterBlock, missingIn, plainDoc } from './letter-blocks.ts'
import { isOfNoCustomer, packerFields } from './packer-fields.ts'
import { may } from './permissions.ts'
import { extraWrong, isFixedLabel, isQuizOrder, stepWrong, withValues } from './quiz-rules.ts'

const picture = '/pictures/hero-840.webp'
const text: LetterBlock = { id: 't', type: 'text', doc: plainDoc('Hello.') }

it.each<[string, LetterBlock[], string[]]>([
  ['a text', [text], []],
  ['nothing', [], ['Write something: a letter needs a text, a belt or a picture.']],
  [
    'a heading and a button alone',
    [
      { id: 'h', type: 'heading', text: 'News' },
      { id: 'b', type: 'button', words: 'See', href: '/belts' },
    ],
    ['Write something: a letter needs a text, a belt or a picture.'],
  ],
  [
    'blocks that are still empty',
    [
      { id: 'h', type: 'heading', text: ' ' },
      { id: 't', type: 'text', doc: { type: 'doc', content: [{ type: 'paragraph' }] } },
      { id: 'p', type: 'picture', src: null, alt: '', href: '' },
      { id: 'q', type: 'picture', src: picture, alt: ' ', href: '' },
      {
        ...{ id: 'b', type: 'belt', slug: '', beltId: '', name: '', words: '', imageUrl: null },
        imageAlt: '',
      },
      { id: 'c', type: 'button', words: 'See', href: '' },
      { id: 'd', type: 'button', words: ' ', href: '/belts' },
    ] as LetterBlock[],
    [
      'Block 1 is a heading without words.',
      'Block 2 is a text without words.',
      'Block 3 has no picture yet.',
      'Block 4: say what the picture shows, for those who can’t see it.',
      'Block 5 has no belt yet.',
      'Block 6: give the button words and a link.',
      'Block 7: give the button words and a link.',
    ],
  ],
])('a letter with %s reports what it lacks', (_, blocks, missing) => {
  expect(missingIn({ subject: 'News', blocks })).toEqual(missing)
  expect(missingIn({ subject: ' ', blocks })).toEqual(['Write a subject.', ...missing])
})

it('a drop is only as far along as its slowest box', () => {
  const none = { owed: 0, assigned: 0, held: 0, packed: 0, shipped: 0, delivered: 0, returned: 0 }
  const states = [
    dropStateOf(none, false),
    dropStateOf({ ...none, owed: 1, assigned: 1 }, false),
    dropStateOf({ ...none, assigned: 1, packed: 1 }, false),
    dropStateOf({ ...none, packed: 1, shipped: 1 }, false),
    dropStateOf({ ...none, held: 1, shipped: 1 }, false),
    dropStateOf({ ...none, delivered: 1 }, false),
    dropStateOf({ ...none, held: 1 }, false),
    dropStateOf({ ...none, delivered: 1 }, true),
  ]
  expect(states).toEqual(['open', 'open', 'curated', 'packed', 'shipped', 'shipped', 'open', 'held'])
})

it('a picture is from the build or uploaded', () => {
  const hash = 'a'.repeat(43)
  expect([picture, `/uploaded/${hash}-840.webp`].map(isPictureAddress)).toEqual([true, true])
  const others = [
    ...['https://example.com/a-840.webp', '/pictures/../secret-840.webp', '/pictures/hero-480.webp'],
    ...[`/uploaded/${hash}a-840.webp`, `${picture}?x`, ''],
  ]
  expect(others.map(isPictureAddress)).toEqual(others.map(() => false))
})

const option = (value: string, optionText = value, isActive = true) => ({
  ...{ value, optionText, description: '', isActive },
})
const question = (answerOptions: ReturnType<typeof option>[], changes = {}) => ({
  ...{ questionText: 'Which?', giftText: '', hint: '', questionType: 'single' as const, isActive: true },
  answerOptions,
  ...changes,
})

it('a quiz step keeps its kind, its options and the specification’s words', () => {
  const known = { key: 'size', questionType: 'single', answerOptions: [option('Unsure'), option('34')] }
  const wrong = (answerOptions: ReturnType<typeof option>[], changes = {}) =>
    stepWrong(known, question(answerOptions, changes))?.field ?? null
  expect(wrong([option('34', 'Thirty-four'), option('Unsure')])).toBeNull()
  expect(wrong(known.answerOptions, { questionType: 'multiple' })).toBe('questionType')
  expect(wrong(known.answerOptions, { isActive: false })).toBe('questionType')
  expect(wrong([option('Unsure')])).toBe('answerOptions')
  expect(wrong([option('Unsure'), option('34', '34', false)])).toBe('answerOptions')
  expect(wrong([option('34'), option('Unsure', 'No idea')])).toBe('answerOptions.1.optionText')
  expect(wrong([option('34', ' unsure'), option('Unsure')])).toBe('answerOptions.1.optionText')
  expect([
    isFixedLabel('plan', 'monthly'),
    isFixedLabel('styles', 'dress'),
    isFixedLabel(null, 'Unsure'),
  ]).toEqual([true, false, false])
})

it('the owner’s own question offers two different options unless hidden', () => {
  const wrong = (answerOptions: ReturnType<typeof option>[], isActive = true) =>
    extraWrong(question(answerOptions, { isActive }))?.field ?? null
  expect(wrong([option('brown'), option('black')])).toBeNull()
  expect(wrong([option('brown'), option('black', 'Black', false)])).toBe('answerOptions')
  expect(wrong([option('brown')], false)).toBeNull()
  expect(wrong([option('brown'), option('other', ' BROWN ')])).toBe('answerOptions.1.optionText')
})

it('a new option gets a unique value made from its words', () => {
  const made = withValues([
    option('brown', ' Brown '),
    option('', 'Brown'),
    option('', '皮'),
    option('', '帯'),
  ])
  expect(made.map(({ value, optionText }) => [value, optionText])).toEqual([
    ['brown', 'Brown'],
    ['brown-2', 'Brown'],
    ['option', '皮'],
    ['option-2', '帯'],
  ])
})

it('the owner’s own questions come after step two, and the steps keep their order', () => {
  const steps = ['recipientType', 'gender', 'styles', 'size', 'shipping', 'plan']
  expect(isQuizOrder(steps)).toBe(true)
  expect(isQuizOrder([...steps.slice(0, 2), null, ...steps.slice(2), null])).toBe(true)
  expect(isQuizOrder(['recipientType', null, ...steps.slice(1)])).toBe(false)
  expect(isQuizOrder([null, ...steps])).toBe(false)
  expect(isQuizOrder(['gender', 'recipientType', ...steps.slice(2)])).toBe(false)
  expect(isQuizOrder(steps.slice(0, 5))).toBe(false)
})

it('a packer sees no amounts, payment problems or emails; a viewer sees no provider IDs', () => {
  const money = {
    ...{ subtotalAmount: '59.50', discountAmount: '0.00', taxAmount: '0.00', totalAmount: '59.50' },
    ...{ price: '$59.50', valueCents: 5950, nextChargeCents: 5950, nextCreditCents: 0 },
    ...{ providerTerms: '$10.00 a month', payments: [1], refunds: [1], disputes: [1], fraudWarnings: ['x'] },
    ...{ mails: [1], history: [1] },
  }
  const emails = {
    ...{ email: 'a@b.co', purchaserEmail: 'a@b.co', giftRecipientEmail: 'a@b.co' },
    ...{ senderEmail: 'a@b.co', recipientEmail: 'a@b.co' },
  }
  const ids = {
    ...{ stripePaymentIntentId: 'pi_1', stripeSubscriptionId: 'sub_1', stripeCustomerId: 'cus_1' },
    ...{ stripePriceId: 'price_1', reference: 'pi_1:0' },
  }
  const reply = {
    order: { orderNumber: 'BC-7K3F-9QMT', boxes: [{ ...money, ...emails, ...ids, size: '36' }] },
  }
  const boxFor = (role: 'owner' | 'support' | 'packer' | 'viewer') =>
    (hideFields(role, 'getOrder', reply) as typeof reply).order.boxes[0]!
  for (const role of ['owner', 'support'] as const) expect(boxFor(role)).toEqual(reply.order.boxes[0])
  expect(boxFor('viewer')).toEqual({
    ...{ ...money, ...emails, size: '36' },
    ...Object.fromEntries(Object.keys(ids).map((name) => [name, null])),
  })
  const { size, ...hidden } = boxFor('packer')
  expect(size).toBe('36')
  const lists = ['payments', 'refunds', 'disputes', 'fraudWarnings', 'mails', 'history']
  for (const [name, value] of Object.entries(hidden))
    expect(value, name).toEqual(lists.includes(name) ? [] : null)
  expect((['owner', 'support', 'packer', 'viewer'] as const).map(seesEmails)).toEqual([
    true,
    true,
    false,
    true,
  ])
})

it('each field of a reply to packers is named, or closed to them, and so is a field that was just added', () => {
  const calls = Object.keys(adminContracts) as AdminContractName[]
  for (const call of calls.filter((each) => may('packer', each))) {
    const { reply }: Contract = adminContracts[call]
    if (reply === 'file') continue
    const open = packerFields(call)
    expect(isOfNoCustomer(call), call).toBe(open.size === 0)
    expect(
      [...open].filter((name) => !fieldNames(reply).has(name)),
      call,
    ).toEqual([])
  }
  const contract: { reply: Contract['reply'] } = adminContracts.listDropBoxes
  const { reply } = contract
  try {
    contract.reply = z.object({ boxes: z.array(z.object({ name: z.string(), phone: z.string() })) })
    const boxes = [{ name: 'Maya Torres', phone: '503 555 0100' }]
    expect(hideFields('packer', 'listDropBoxes', { boxes })).toEqual({
      boxes: [{ name: 'Maya Torres', phone: null }],
    })
    expect(hideFields('viewer', 'listDropBoxes', { boxes })).toEqual({ boxes })
  } finally {
    contract.reply = reply
  }
})

it('a packer sees a box’s reference on its label, and a plan’s public price', () => {
  const boxes = { boxes: [{ reference: '3F9A-2C71-04BE' }] }
  expect(hideFields('packer', 'listDropBoxes', boxes)).toEqual(boxes)
  const plans = { plans: [{ price: '$69.50', stripePriceId: 'price_1' }] }
  expect(hideFields('packer', 'listPlans', plans)).toEqual({
    plans: [{ price: '$69.50', stripePriceId: null }],
  })
})

it('every download says whose data it holds, and those of many people ask again', () => {
  const files = Object.entries<Contract>(adminContracts).filter(([, { reply }]) => reply === 'file')
  expect(files.filter(([, { holds }]) => holds === undefined).map(([name]) => name)).toEqual([])
  // By hand a second time, so that a slip can't open one unnoticed.
  expect(
    files
      .filter(([, { holds }]) => holds === 'people')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual([
    'downloadBackup',
    'exportAudit',
    'exportConsents',
    'exportFigureRows',
    'exportOrders',
    'exportPerson',
    'exportSubscribers',
  ])
})
