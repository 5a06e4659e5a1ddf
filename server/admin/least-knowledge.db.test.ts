import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminContractName, adminContracts } from '../../domain/admin/contracts.ts'
import { type Role, roles } from '../../domain/admin/fields.ts'
import { may } from '../../domain/admin/permissions.ts'
import type { Contract } from '../../domain/contract.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'

let test: TestShop
const replies = {} as Record<Role, Record<string, unknown>>

beforeAll(async () => {
  test = await createTestShop()
  await join(test, [toCalifornia(giftItem('6-months'))])
  const sender = { name: 'Maya', email: 'maya@example.com', subject: 'Size', message: 'Which one?' }
  await test.post('/api/contact', sender)
  for (const role of roles) {
    const staff = await signIn(test, role)
    const listOrders = (await staff.get('/api/admin/orders')).body
    const address = `/api/admin/orders/${listOrders.orders[0].id}`
    const readable = {
      listOrders,
      getOrder: (await staff.get(address)).body,
      listMessages: (await staff.get('/api/admin/messages')).body,
      listPlans: (await staff.get('/api/admin/plans')).body,
    }
    replies[role] = readable
    if (role !== 'viewer')
      Object.assign(readable, {
        setOrderStatus: (await staff.patch(`${address}/status`, { status: 'processing' })).body,
      })
  }
})
afterAll(() => test.close())

/** The values at a path such as `orders.*.customer.email`. */
function valuesAt(reply: unknown, path: string): unknown[] {
  return path
    .split('.')
    .reduce<unknown[]>(
      (found, key) =>
        found.flatMap((each) =>
          key === '*' ? (each as unknown[]) : [(each as Record<string, unknown> | null)?.[key]],
        ),
      [reply],
    )
}

/** Who sees what, by hand: o owner, s support, p packer, v viewer. */
const whoReads: [call: string, path: string, roles: string][] = [
  ['listOrders', 'orders.*.orderNumber', 'ospv'],
  ['listOrders', 'orders.*.shippingAddresses.*.recipientName', 'ospv'],
  ['listOrders', 'orders.*.shippingAddresses.*.addressLine1', 'ospv'],
  ['listOrders', 'orders.*.orderItems.*.preferences.giftDetails.giftMessage', 'ospv'],
  ['listOrders', 'orders.*.purchaserEmail', 'osv'],
  ['listOrders', 'orders.*.customer.email', 'osv'],
  ['listOrders', 'orders.*.giftRecipientEmail', 'osv'],
  ['listOrders', 'orders.*.shippingInfo.email', 'osv'],
  ['listOrders', 'orders.*.shippingAddresses.*.email', 'osv'],
  ['listOrders', 'orders.*.orderItems.*.preferences.shippingDetails.email', 'osv'],
  ['listOrders', 'orders.*.orderItems.*.preferences.giftDetails.senderEmail', 'osv'],
  ['listOrders', 'orders.*.totalAmount', 'osv'],
  ['listOrders', 'orders.*.subtotalAmount', 'osv'],
  ['listOrders', 'orders.*.taxAmount', 'osv'],
  ['listOrders', 'orders.*.discountAmount', 'osv'],
  ['listOrders', 'orders.*.orderItems.*.price', 'osv'],
  ['listOrders', 'orders.*.orderItems.*.preferences.price', 'osv'],
  ['listOrders', 'orders.*.stripePaymentIntentId', 'os'],
  ['getOrder', 'order.purchaserEmail', 'osv'],
  ['getOrder', 'order.totalAmount', 'osv'],
  ['getOrder', 'order.stripePaymentIntentId', 'os'],
  ['getOrder', 'memberships.*.boxes.*.id', 'ospv'],
  ['getOrder', 'memberships.*.boxes.*.valueCents', 'osv'],
  ['getOrder', 'payments.*.amountCents', 'osv'],
  ['getOrder', 'payments.*.reference', 'os'],
  ['getOrder', 'mails.*.kind', 'osv'],
  ['getOrder', 'history.*.what', 'osv'],
  ['setOrderStatus', 'order.orderNumber', 'osp'],
  ['setOrderStatus', 'order.purchaserEmail', 'os'],
  ['setOrderStatus', 'order.totalAmount', 'os'],
  ['setOrderStatus', 'order.stripePaymentIntentId', 'os'],
  ['listMessages', 'messages.*.email', 'osv'],
  ['listPlans', 'plans.*.price', 'ospv'],
]

describe('a field of a reply', () => {
  it.each(whoReads)('%s %s goes only to %s', (call, path, told) => {
    const readers = roles.filter((role) => {
      const reply = replies[role][call]
      const values = reply === undefined ? [] : valuesAt(reply, path)
      return values.some((value) => value !== null && value !== undefined)
    })
    expect(readers.map((role) => role[0]).sort()).toEqual([...told].sort())
  })
})

it('a packer never receives an email or provider ID in any field', () => {
  const all = JSON.stringify(replies.packer)
  expect(JSON.stringify(replies.owner)).toMatch(/maya@example\.com/)
  expect(all).not.toMatch(/maya@|thomas@/)
  expect(all).not.toMatch(/"(pi|cus|sub|price)_/)
  expect(JSON.stringify(replies.viewer)).not.toMatch(/"(pi|cus|sub|price)_/)
})

describe('a role without access to emails', () => {
  const found = async (role: Role, search: string) => {
    const staff = await signIn(test, role)
    const { orders } = (await staff.get(`/api/admin/orders?search=${encodeURIComponent(search)}`)).body
    const { messages } = (await staff.get(`/api/admin/messages?search=${encodeURIComponent(search)}`)).body
    return [orders.length, messages.length]
  }

  it.each(['maya@example.com', 'maya@', 'MAYA@example', 'thomas@example.com', 'thomas maya@example.com'])(
    'finds nobody by %s',
    async (search) => {
      expect(await found('packer', search)).toEqual([0, 0])
    },
  )

  it('finds orders by what is on the parcel', async () => {
    const [orders] = await found('packer', 'thomas')
    expect(orders).toBe(1)
    expect(await found('owner', 'maya@example.com')).toEqual([1, 1])
    expect(await found('support', 'maya@example.com')).toEqual([1, 1])
  })

  it('can download only labels, which contain none', async () => {
    const files = Object.entries(adminContracts).filter(([, call]) => (call as Contract).reply === 'file')
    const taken = (['packer', 'viewer'] as const).flatMap((role) =>
      files.flatMap(([name]) => (may(role, name as AdminContractName) ? [`${role} ${name}`] : [])),
    )
    expect(taken).toEqual([
      'packer describeContracts',
      'packer exportStock',
      'packer beltLabelsPdf',
      'packer exportLabels',
      'packer labelsPdf',
      'viewer describeContracts',
    ])
    const packer = await signIn(test, 'packer')
    for (const file of ['orders.csv', 'consents.csv', 'subscribers.csv'])
      expect((await packer.request('GET', `/api/admin/${file}`)).status, file).toBe(403)
  })
})
