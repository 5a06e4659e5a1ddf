import { globSync } from 'node:fs'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { BeltView } from '../../domain/admin/belt-contracts.ts'
import type { OrderItemView, OrderView, ShippingView } from '../../domain/admin/order-views.ts'
import { selfItem } from '../../test/carts.ts'
import { renderPage } from '../../test/render-page.tsx'
import { ApiError } from '../browser/call-api.ts'
import { adminRoutes } from './admin-routes.ts'
import { checkDraft, draftOf, emptyDraft, takenOf, writtenOf } from './belts/belt-draft.ts'
import { sentenceOf } from './client/use-admin.ts'
import { asideWords } from './inbox/inbox-labels.ts'
import { blockName } from './letters/letter-labels.ts'
import {
  addressLabel,
  buyerName,
  dollars,
  forWhom,
  planLabel,
  preferenceLabel,
} from './orders/order-labels.ts'
import { firstScreens, screenGroups } from './screens.ts'
import { Instant } from './ui/screen.tsx'

const belt: BeltView = {
  ...{ id: 'b', drop: '2026-12', name: 'The Ashbury', description: 'Bridle leather.', material: 'Leather' },
  ...{ widthMm: 35, buckle: 'Brass', style: 'dress', gender: 'male', colors: ['Brown', 'Tan'] },
  ...{ sku: 'MD1-202612-ASHBURY', imageUrl: null, imageAlt: '', lifestyleImageUrl: null, lifestyleAlt: '' },
  ...{ suits: '', nightImageUrl: null, detailImageUrl: null, detailAlt: '', slug: 'the-ashbury' },
  ...{ displayOrder: 4, isActive: true, stock: [], design: 'd', isUsed: false },
}

describe('the belt form', () => {
  it('returns the same belt when nothing changes', () => {
    const { belt: written, errors } = checkDraft(draftOf(belt), '2026-12')
    expect(errors).toEqual({})
    expect(written).toEqual(writtenOf(belt))
    expect(writtenOf(belt)).not.toHaveProperty('slug')
  })

  it('puts a new belt last', () => {
    expect([
      emptyDraft([]).displayOrder,
      emptyDraft([belt, { ...belt, displayOrder: 2 }]).displayOrder,
    ]).toEqual(['0', '5'])
  })

  it('names the field with the error', () => {
    const wrong = (changes: Partial<ReturnType<typeof draftOf>>) =>
      Object.keys(checkDraft({ ...draftOf(belt), ...changes }, '2026-12').errors)
    expect(wrong({ name: ' ' })).toEqual(['name'])
    expect(wrong({ widthMm: '' })).toEqual(['widthMm'])
    expect(wrong({ displayOrder: 'x' })).toEqual(['displayOrder'])
    expect(wrong({ displayOrder: ' ' })).toEqual(['displayOrder'])
    const { belt: none, errors } = checkDraft({ ...draftOf(belt), sku: 'MD1-202511-ASHBURY' }, '2026-12')
    expect([none, errors.sku]).toEqual([undefined, 'This drop’s SKUs have 202612 between hyphens.'])
    expect(checkDraft({ ...draftOf(belt), colors: ' Brown,, Tan , ' }, '2026-12').belt?.colors).toEqual([
      'Brown',
      'Tan',
    ])
  })

  it('shows the server’s “taken” errors on their fields', () => {
    const body = JSON.stringify({ error: 'Taken.', fields: { 'belt.sku': 'Another belt has this SKU.' } })
    expect(takenOf(new ApiError(409, body, ''))).toEqual({ sku: 'Another belt has this SKU.' })
    expect(sentenceOf(new ApiError(409, body, ''), 'Not saved.')).toBe('Taken.')
    expect([
      sentenceOf(new ApiError(500, '', ''), 'Not saved.'),
      sentenceOf(new Error('x'), 'Not saved.'),
    ]).toEqual(['Not saved.', 'Not saved.'])
  })
})

const shipping = {
  ...{ recipientName: 'Thomas Ellison', addressLine1: '418 Alder Street', addressLine2: 'Apt 4' },
  ...{ city: 'Portland', state: 'OR', zipCode: '97209' },
} as ShippingView
const item = (changes: object | null = {}): OrderItemView => ({
  ...{ id: 'i', orderId: 'o', productId: null, quantity: 1, price: '69.50' },
  preferences: changes && ({ ...selfItem('6-months'), ...changes } as OrderItemView['preferences']),
})
const order = (changes: Partial<OrderView>) =>
  ({
    recipientType: 'self',
    giftSenderName: null,
    shippingInfo: shipping,
    orderItems: [item()],
    ...changes,
  }) as OrderView

describe('an order in the admin', () => {
  it('names the giver as its buyer, or else the recipient', () => {
    expect(buyerName(order({}))).toBe('Thomas Ellison')
    expect(buyerName(order({ recipientType: 'gift', giftSenderName: 'Maya Ellison' }))).toBe('Maya Ellison')
    const given = item({ giftDetails: { senderName: 'Ana' } })
    expect(buyerName(order({ recipientType: 'gift', orderItems: [item(), given] }))).toBe('Ana')
    expect(buyerName(order({ shippingInfo: null }))).toBeNull()
    expect(buyerName(order({ recipientType: 'gift' }))).toBeNull()
  })

  it('says who it is for, what was bought, and where it goes', () => {
    expect(forWhom(order({ orderItems: [item(), item({ recipientType: 'gift' }), item()] }))).toBe(
      'Self, gift',
    )
    expect(forWhom(order({ recipientType: 'gift', orderItems: [] }))).toBe('Gift')
    expect([planLabel(item()), planLabel(item(null))]).toEqual(['6 Months', 'Belt'])
    expect(addressLabel(shipping)).toBe('Thomas Ellison, 418 Alder Street, Apt 4, Portland, OR 97209')
    expect(preferenceLabel(item())).toBe('Dress, Casual; size 36')
    expect(preferenceLabel(item({ styles: ['Let Recipient Pick'], size: 'Unsure' }))).toBe(
      'Let Recipient Pick; Unsure',
    )
    expect(preferenceLabel(item(null))).toBe('')
  })

  it('shows amounts exactly, and a dash when hidden', () => {
    expect([dollars('594.00'), dollars('0.29'), dollars(null)]).toEqual(['$594.00', '$0.29', '—'])
  })
})

it('times use the shop’s clock, and name the year of a day that isn’t the nearest', () => {
  const shown = (at: string) => renderPage(<Instant at={at} />).words
  expect(shown('2026-11-21T08:02:00Z')).toBe('Nov 21, 3:02 AM')
  expect(shown('2026-01-01T04:59:00Z')).toBe('Dec 31, 2025, 11:59 PM')
  expect(shown('2026-01-01T05:00:00Z')).toBe('Jan 1, 2026, 12:00 AM')
})

it('the name of a letter block says what it holds', () => {
  expect(blockName({ id: 'h', type: 'heading', text: 'News' })).toBe('Heading: News')
  expect(blockName({ id: 'b', type: 'button', words: 'See it', href: '' })).toBe('Button: See it')
  expect(blockName({ id: 'p', type: 'picture', src: null, alt: '', href: '' })).toBe('Picture')
})

it('a message that is set aside says why', () => {
  expect(asideWords).toEqual({
    spam: 'Spam',
    automatic: 'Automatic reply',
    bounce: 'Bounced email',
    list: 'Mailing list',
    loop: 'Too many at once',
    own: 'Sent in our name',
  })
})

it('every screen of the admin has an address, and the menu leads to it', () => {
  const filesOf = ({ file, children = [] }: typeof adminRoutes): string[] => [
    file,
    ...children.flatMap(filesOf),
  ]
  const pages = globSync('app/admin/**/*-page.tsx').map((path) => path.replace('app/', './'))
  expect(filesOf(adminRoutes)).toEqual(expect.arrayContaining(pages))
  const routes = [adminRoutes] as RouteObject[]
  const screens = [...firstScreens, ...screenGroups.flatMap((group) => group.screens)]
  expect(screens.filter(({ to }) => !matchRoutes(routes, to))).toEqual([])
})
