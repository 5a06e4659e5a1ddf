import { describe, expect, it } from 'vitest'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { useAdmin } from '../client/use-admin.ts'
import { ExchangeCard } from './exchange-card.tsx'
import ExchangesPage from './exchanges-page.tsx'
import { OrderExchanges } from './order-exchanges.tsx'

type Row = Parameters<typeof ExchangeCard>[0]['exchange']
const exchange: Row = {
  ...{
    id: 'e1',
    number: 'R-7F3A9C21',
    boxId: 'x1',
    orderId: 'o1',
    orderNumber: 'BC-7K3F-9QMT',
    drop: '2026-10',
  },
  ...{
    kind: 'size',
    remedy: 'replacement',
    state: 'requested',
    member: 'Maya Ellison',
    email: 'maya@example.com',
  },
  ...{
    belt: 'The Ashbury, size 36',
    wanted: 'The Ashbury, size 38',
    details: 'It pinches.',
    askedBy: 'guest',
  },
  ...{
    createdAt: '2026-11-20T15:00:00Z',
    dueAt: '2026-12-09T17:00:00Z',
    isLate: false,
    isGone: false,
    waitsForBank: false,
  },
  ...{
    isGift: false,
    needsLabel: false,
    note: 'Called.',
    trackingNumber: null,
    claim: null,
    valueCents: 5950,
  },
  acts: ['receive', 'change', 'cancel'],
} as unknown as Row
const call = (what: string) => `/api/admin/exchanges/e1/${what}`
const openCard = (
  changes: Partial<Row> = {},
  replies: Parameters<typeof openAdmin>[1] = {},
  role = 'owner',
) =>
  openAdmin(
    <ExchangeCard exchange={{ ...exchange, ...changes }} />,
    {
      '/api/admin/exchanges/replacements/x1': ok({
        size: '36',
        belts: [
          { id: 'b0', name: 'The Gone', sizes: [] },
          { id: 'b1', name: 'The Ashbury', sizes: ['34', '36'] },
          { id: 'b2', name: 'The Wren', sizes: ['38'] },
        ],
      }),
      ...replies,
    },
    { role },
  )

describe('a returned belt', () => {
  it('has its person’s record next to the buttons, and says what is over the limit', async () => {
    const parts = [
      { words: 'Paid $69.50', isOver: false },
      { words: '3 claims', isOver: true },
    ]
    const { words } = await openCard({ trackRecord: parts })
    expect(words()).toMatch(/Paid \$69\.50\s*3 claims, over the limit/)
    expect((await openCard({ trackRecord: [] })).words()).not.toContain('over the limit')
  })

  it('shows what it is, whose, its deadline, and who asked', async () => {
    const page = await openCard()
    expect(page.words()).toContain('R-7F3A9C21 On its way back, by Dec 9, 12:00 PM')
    expect(page.words()).toContain('Another sizeThe Ashbury, size 36 → for The Ashbury, size 38')
    expect(page.words()).toContain('asked on the returns page It pinches. Called.')
    expect(page.button('BC-7K3F-9QMT').getAttribute('href')).toBe('/admin/orders/o1')
    expect(page.button('maya@example.com').getAttribute('href')).toBe('mailto:maya@example.com')
    const late = await openCard({ isLate: true })
    expect(late.words()).toContain('On its way back, was due Dec 9')
    const lost = await openCard({ kind: 'lost', isLate: true })
    expect(lost.words()).toContain('Make it right now, was due Dec 9')
  })

  it('is received, and restocked only when like new', async () => {
    const page = await openCard({}, { [call('receive')]: ok() })
    await page.press('It’s back')
    expect(page.words()).toContain('We’ll tell the member. Ship the replacement next.')
    await page.check(/^It’s like new/, false)
    await page.press('It’s back')
    expect(page.sent(call('receive'))).toEqual([{ exchangeId: 'e1', isAsNew: false }])
    expect(page.told()).toEqual(['Return received: '])
    const broken = await openCard({ kind: 'damaged', remedy: 'repair' })
    await broken.press('It’s here')
    expect(broken.words()).not.toContain('It’s like new')
  })

  it('is counted in the stock that was read before it came back', async () => {
    function Belts() {
      const [belt] = useAdmin('listBelts', {}).data?.belts ?? []
      return <p>{belt?.name}</p>
    }
    const replies = { [call('receive')]: ok(), '/api/admin/belts': ok({ belts: [{ name: 'One left' }] }) }
    const page = await openAdmin(
      <>
        <Belts />
        <ExchangeCard exchange={exchange} />
      </>,
      replies,
    )
    replies['/api/admin/belts'] = ok({ belts: [{ name: 'Two left' }] })
    await page.press('It’s back')
    await page.press('It’s back')
    expect(page.words()).toContain('Two left')
  })

  it('is shipped, refunded or credited at its value', async () => {
    const acts = ['ship', 'refund', 'credit'] as Row['acts']
    const replies = {
      [call('ship')]: ok(),
      [call('refund')]: ok(),
      [call('credit')]: no({ error: 'Not yet.' }),
    }
    const page = await openCard({ state: 'received', acts }, replies)
    await page.press('Ship the replacement')
    expect(page.words()).toContain('That takes one off the shelf.')
    await page.fill('Tracking number', ' 1Z999AA10123456784 ')
    await page.press('It shipped')
    expect(page.sent(call('ship'))).toEqual([{ exchangeId: 'e1', trackingNumber: '1Z999AA10123456784' }])
    await page.press('Refund $59.50')
    await page.press('Refund $59.50')
    expect(page.sent(call('refund'))).toHaveLength(1)
    await page.press('Give $59.50 credit')
    expect(page.words()).toContain('It’s for maya@example.com and doesn’t expire.')
    await page.press('Give the credit')
    expect(page.told()).toEqual(['Replacement shipped: ', 'Refund made: ', 'Error: Not yet.'])
    const mended = await openCard({ state: 'repaired', remedy: 'repair', acts: ['ship'] as Row['acts'] })
    await mended.press('Ship it home')
    expect(mended.words()).toContain('We’ll email')
    expect(mended.words()).not.toContain('That takes one off the shelf.')
  })

  it('is refused with a reason, or canceled', async () => {
    const page = await openCard(
      { acts: ['close', 'cancel'] as Row['acts'] },
      { [call('refuse')]: ok(), [call('cancel')]: ok() },
    )
    await page.press('Refuse it')
    await page.press('Refuse it')
    expect(page.sent(call('refuse'))).toEqual([])
    await page.fill(/^Why/, 'Worn')
    await page.press('Refuse it')
    expect(page.sent(call('refuse'))).toEqual([{ exchangeId: 'e1', reason: 'Worn' }])
    await page.press(/^Cancel/)
    await page.press('Cancel it')
    expect(page.sent(call('cancel'))).toHaveLength(1)
  })

  it('can be replaced by a belt in stock, in the member’s size when possible', async () => {
    const page = await openCard({ isGone: true }, { [call('change')]: ok() })
    expect(page.words()).toContain('The replacement is out of stock.')
    expect(page.document.querySelector('.exchange-do button')?.textContent).toBe('Offer something else')
    await page.press('Offer something else')
    expect([page.field('Belt').value, page.field('Size').value]).toEqual(['b1', '36'])
    await page.fill('Belt', 'b2')
    expect(page.field('Size').value).toBe('38')
    await page.press('Change it')
    expect(page.sent(call('change'))).toEqual([
      { exchangeId: 'e1', remedy: 'replacement', productId: 'b2', size: '38' },
    ])
    const money = await openCard({}, { [call('change')]: ok() })
    await money.press('Offer something else')
    const gives = [...money.field('What we give').querySelectorAll('option')].map(({ value }) => value)
    expect(gives, 'store credit is for gifts').toEqual(['replacement', 'refund'])
    await money.fill('What we give', 'refund')
    await money.press('Change it')
    expect(money.sent(call('change'))).toEqual([{ exchangeId: 'e1', remedy: 'refund' }])
    const none = { '/api/admin/exchanges/replacements/x1': ok({ size: '36', belts: [] }) }
    const empty = await openCard({}, { [call('change')]: ok(), ...none })
    await empty.press('Offer something else')
    expect(empty.words()).toContain('No belt of this drop is left that this member hasn’t had.')
    await empty.press('Change it')
    expect(empty.sent(call('change'))).toEqual([])
  })

  it('never overwrites another admin’s note', async () => {
    const changed = no({ error: 'Lee wrote a note.', details: { changed: 'note' } }, 409)
    const page = await openCard({}, { [call('note')]: changed })
    await page.press(/^Change the note/)
    await page.fill(/^Note/, 'Called twice.')
    await page.press('Save note')
    expect(page.sent(call('note'))).toEqual([
      { exchangeId: 'e1', note: 'Called twice.', was: { note: 'Called.' } },
    ])
    await page.press('Save mine over it')
    expect(page.sent(call('note')).at(-1)).toEqual({ exchangeId: 'e1', note: 'Called twice.' })
  })

  it('gets its label as a file, or another way', async () => {
    const page = await openCard({ needsLabel: true }, { [call('label')]: ok(), [call('label-file')]: ok() })
    await page.give(/^Prepaid label/, new File(['%PDF'], 'label.pdf'))
    expect(page.told()).toEqual(['Label sent to the member: '])
    await page.press('I’ve mailed it')
    expect(page.sent(call('label'))).toHaveLength(1)
    const viewer = await openCard({ needsLabel: true }, {}, 'viewer')
    expect(viewer.words()).not.toMatch(/Prepaid label|It’s back|Change the note/)
  })
})

it('an exchange started for a member offers other sizes, other belts or a new one', async () => {
  const box = { id: 'x1', drop: '2026-10', state: 'delivered', belt: 'The Ashbury', size: '36' }
  const unsent = { ...box, id: 'x2', state: 'owed' }
  const detail = { order: { id: 'o1' }, memberships: [{ id: 'm1', isGift: false, boxes: [box, unsent] }] }
  const page = await openAdmin(<OrderExchanges detail={detail as never} />, {
    '/api/admin/exchanges?state=all&orderId=o1&limit=100': ok({ exchanges: [] }),
    '/api/admin/exchanges/replacements/x1': ok({
      size: '36',
      belts: [
        { id: 'b1', name: 'The Ashbury', sizes: ['34', '36'] },
        { id: 'b2', name: 'The Wren', sizes: ['36', '38'] },
      ],
    }),
    '/api/admin/exchanges': no({}, 503),
  })
  await page.press('Start an exchange')
  const choices = (name: string) => [...page.field(name).querySelectorAll('option')].map(({ value }) => value)
  expect(choices('Which belt')).toEqual(['x1'])
  expect(choices('Size')).toEqual(['34'])
  await page.press('Start it')
  await page.fill('What’s wrong', 'style')
  expect(choices('Size')).toEqual(['36', '38'])
  await page.press('Start it')
  await page.fill('What’s wrong', 'damaged')
  expect(choices('Belt')).toEqual(['b1', 'b2'])
  await page.fill('What we’ll do', 'refund')
  await page.press('Start it')
  expect(page.sent('/api/admin/exchanges')).toEqual([
    { boxId: 'x1', kind: 'size', remedy: 'replacement', productId: 'b1', size: '34' },
    { boxId: 'x1', kind: 'style', remedy: 'replacement', productId: 'b2', size: '36' },
    { boxId: 'x1', kind: 'damaged', remedy: 'refund', part: 'buckle' },
  ])
})

describe('a warranty claim', () => {
  const claim = {
    ...{
      part: 'buckle',
      wish: 'replacement',
      photos: [],
      remedies: ['replacement', 'repair', 'refund', 'credit'],
    },
    proposed: { remedy: 'repair', why: 'Buckles can be mended.' },
  }
  const claimed = {
    kind: 'damaged',
    state: 'claimed',
    claim,
    acts: ['accept', 'decline'],
  } as unknown as Partial<Row>

  it('follows the proposed remedy, or another one with its consequences shown', async () => {
    const page = await openCard(claimed, { [call('decide')]: ok() })
    await page.press(/^Decide/)
    expect(page.words()).toContain('Proposed: a repair. Buckles can be mended.')
    await page.press('Give a repair')
    expect(page.sent(call('decide'))).toEqual([{ exchangeId: 'e1', remedy: 'repair' }])
    const gift = await openCard({ ...claimed, isGift: true })
    await gift.press(/^Decide/)
    await gift.fill('What we give', 'refund')
    expect(gift.words()).toContain('The giver decides: their card, or store credit for the recipient.')
    await gift.fill('What we give', 'credit')
    expect(gift.words()).toContain('The recipient gets $59.50. The email doesn’t say how much.')
  })

  it('shows its photos only to those who may see them, and the way of a belt to be repaired', async () => {
    const repair = { ...claimed, remedy: 'repair', state: 'requested' } as unknown as Partial<Row>
    const photographed = { ...repair, claim: { ...claim, photos: ['f1'] } } as unknown as Partial<Row>
    const page = await openCard(photographed)
    expect(page.words()).toContain('On its way here')
    const shots = [...page.document.querySelectorAll('img')].map((shot) => shot.getAttribute('src'))
    expect(shots).toEqual(['/api/admin/claim-photos/f1'])
    const packer = await openCard(photographed, {}, 'packer')
    expect(packer.document.querySelector('img')).toBeNull()
  })

  it('is declined with a reason that the member reads', async () => {
    const page = await openCard(claimed, { [call('decline')]: ok() })
    await page.press(/^Decline/)
    await page.press('Decline it')
    expect(page.sent(call('decline'))).toEqual([])
    await page.fill(/^Why/, 'It was cut.')
    await page.press('Decline it')
    expect(page.sent(call('decline'))).toEqual([{ exchangeId: 'e1', reason: 'It was cut.' }])
    expect(page.told()).toEqual(['Declined, and they’ve been emailed: '])
  })
})

it('the list starts with its first page again when another state is chosen', async () => {
  const list = { exchanges: [exchange], open: 60, late: 2 }
  const page = await openAdmin(<ExchangesPage />, {
    '/api/admin/exchanges?state=open': ok({ ...list, nextCursor: 'c50' }),
    '/api/admin/exchanges?state=open&cursor=c50': ok({ ...list, nextCursor: null }),
    '/api/admin/exchanges?state=done': ok({ ...list, exchanges: [], nextCursor: null }),
  })
  expect(page.words()).toContain('60 open, 2 past the promised day')
  await page.press('More')
  await page.fill('State', 'done')
  expect(page.words()).toContain('No exchanges in this state.')
  const open = { '/api/admin/exchanges?state=open': ok({ ...list, nextCursor: null }) }
  const odd = await openAdmin(<ExchangesPage />, open, { at: '/admin/exchanges?state=nonsense' })
  expect(odd.words(), 'as without a state').toContain('60 open, 2 past the promised day')
})
