import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  balanceMovements,
  boxes,
  membershipPayments,
  memberships,
  orderItems,
  storeCredit,
} from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { sendBox } from '../../test/send-box.ts'
import { aggregateFigures } from '../admin/dashboard/read-dashboard.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { refundOrder } from '../billing/refund-order.ts'
import { syncDispute } from '../billing/sync-dispute.ts'
import { runCommand } from '../cli/commands.ts'
import type { DisputeState } from '../shop/payment-states.ts'
import { readEntries } from './books.ts'

let test: TestShop
let owner: Awaited<ReturnType<typeof signIn>>

// Two members: one has a belt, two belts and $10.00 back, and a belt returned for credit; the other went to the bank.
beforeAll(async () => {
  test = await createTestShop()
  const { shop } = test
  const [maya] = await join(test, [toCalifornia(selfItem('6-months'))])
  const [omar] = await join(test, [selfItem('monthly')])
  const sent = await sendBox(test, maya!.id)
  // Ten in the evening by the shop's clock.
  const shippedAt = new Date('2026-12-04T03:00:00Z')
  await shop.db.update(boxes).set({ shippedAt }).where(eq(boxes.id, sent.id))
  test.clock.set('2026-12-10T15:00:00Z')
  const last = await shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .where(eq(boxes.membershipId, maya!.id))
    .orderBy(asc(boxes.drop))
  await refundBoxes(shop, { membershipId: maya!.id, boxIds: last.slice(-2).map(({ id }) => id) })
  const [item] = await shop.db
    .select({ orderId: orderItems.orderId })
    .from(orderItems)
    .innerJoin(memberships, eq(memberships.orderItemId, orderItems.id))
    .where(eq(memberships.id, maya!.id))
  const key = crypto.randomUUID()
  await refundOrder(shop, { orderId: item!.orderId, totalCents: 1000, isWhole: false, reason: 'Late', key })
  await shop.db.insert(storeCredit).values({
    ...{ personId: maya!.personId, amountCents: 5950, reason: 'return', reference: 'exchange:1' },
    createdAt: shop.now(),
  })
  const [disputed] = await shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, omar!.id))
  const about = { disputeId: 'dp_1', intentId: disputed!.intentId, amountCents: 6950, reason: 'fraudulent' }
  const decide = async (state: DisputeState['state']) => {
    shop.payments = {
      ...shop.payments,
      fetchDispute: async () => ({ ...about, state, dueBy: null, answer: null }),
    }
    await syncDispute(shop, 'dp_1')
  }
  await decide('open')
  test.clock.set('2027-01-20T15:00:00Z')
  await decide('lost')
  owner = await signIn(test)
})
afterAll(() => test.close())

async function balanceOf(from: string, to: string) {
  const { body } = await owner.get(`/api/admin/books/balance?from=${from}&to=${to}`)
  return Object.fromEntries(
    body.accounts.map((each: { name: string; closingCents: number }) => [each.name, each.closingCents]),
  )
}

describe('a shop’s books', () => {
  it('put each amount in the right account at the end of each month', async () => {
    expect(await balanceOf('2026-11-01', '2026-11-30')).toEqual({
      'Payment provider balance': 38_288 + 6950,
      'Deferred revenue': -35_700 - 6950,
      'Sales tax payable:CA': -2588,
    })
    const december = {
      'Payment provider balance': 38_288 - 12_763 - 1000,
      'Payments under dispute': 6950,
      'Deferred revenue': -3 * 5950 - 6950,
      'Sales tax payable:CA': -2588 + 863 + 68,
      'Store credit': -5950,
      'Belt sales': -5950,
      'Refunds and returns': 932 + 5950,
    }
    expect(await balanceOf('2026-12-01', '2026-12-31')).toEqual(december)
    expect(await balanceOf('2027-01-01', '2027-01-31')).toEqual({
      ...december,
      'Payments under dispute': 0,
      'Deferred revenue': -3 * 5950,
      'Chargebacks lost': 0,
    })
  })

  it('owe the belts the dashboard shows, and hold the money members brought in', async () => {
    const { owed, worth } = await aggregateFigures(test.shop)
    expect(owed.valueCents).toBe(3 * 5950)
    // Half a year less two belts and the $10.00; the other went to the bank and back.
    expect(worth.cohorts.flatMap(({ plans }) => plans)).toEqual([
      { planId: '6-months', members: 1, cents: 35_700 - 2 * 5950 - 932 },
      { planId: 'monthly', members: 1, cents: 0 },
    ])
  })

  it('show what each plan earned and is owed, to the cent', async () => {
    const of = (from: string, to: string) => owner.get(`/api/admin/books/plans?from=${from}&to=${to}`)
    const sixMonths = { planId: '6-months', name: '6 Months', owed: 3, deferredCents: 3 * 5950 }
    // She changes plans later: what was bought stays of the plan that bought it.
    const isHers = eq(memberships.planId, '6-months')
    await test.shop.db.update(memberships).set({ planId: '12-months' }).where(isHers)
    expect((await of('2026-12-03', '2026-12-03')).body.plans).toEqual([
      { ...sixMonths, boxes: 1, recognizedCents: 5950 },
    ])
    expect((await of('2027-01-01', '2027-01-31')).body.plans).toEqual([
      { ...sixMonths, boxes: 0, recognizedCents: 0 },
    ])
    const file = await owner.request('GET', '/api/admin/books/plans.csv?from=2026-12-01&to=2026-12-31')
    const [row] = parse(await file.text(), { columns: true, bom: true }) as Record<string, string>[]
    expect(row).toMatchObject({ 'Belts shipped': '1', Revenue: '59.50', 'Deferred now': '178.50' })
  })

  it('export balanced QuickBooks entries, with names and US dates', async () => {
    const reply = await owner.request('GET', '/api/admin/books?from=2026-12-01&to=2026-12-31')
    expect(reply.headers.get('content-disposition')).toContain('books-2026-12-01-2026-12-31-quickbooks.csv')
    const text = await reply.text()
    expect(text.split('\n')[0]).toBe('JournalNo,JournalDate,AccountName,Debits,Credits,Description')
    const rows = parse(text, { columns: true }) as Record<string, string>[]
    const days = Map.groupBy(rows, (row) => row.JournalNo)
    expect([...days.keys()]).toEqual(['2026-12-03', '2026-12-10'])
    const cents = (row: Record<string, string>) =>
      Math.round((Number(row.Debits) - Number(row.Credits)) * 100)
    for (const lines of days.values()) expect(lines.reduce((sum, row) => sum + cents(row), 0)).toBe(0)
    expect(rows.slice(0, 2)).toEqual([
      expect.objectContaining({
        JournalDate: '12/03/2026',
        AccountName: 'Deferred revenue',
        Debits: '59.50',
      }),
      expect.objectContaining({ AccountName: 'Belt sales', Debits: '', Credits: '59.50' }),
    ])
  })

  it('export Xero entries by code, with positive debits', async () => {
    const reply = await owner.request('GET', '/api/admin/books?from=2026-12-01&to=2026-12-31&format=xero')
    const rows = parse(await reply.text(), { columns: true }) as Record<string, string>[]
    expect(rows.slice(0, 2)).toEqual([
      {
        '*Narration': 'Belt club 2026-12-03',
        '*Date': '03/12/2026',
        Description: 'Deferred revenue',
        '*AccountCode': '2100',
        '*TaxRate': 'Tax Exempt',
        '*Amount': '59.50',
      },
      expect.objectContaining({ '*AccountCode': '4000', '*Amount': '-59.50' }),
    ])
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row['*Amount']) * 100), 0)).toBe(0)
  })

  it('switch to months when days would exceed one import', async () => {
    // A fee a day from January to June 8: 318 lines, too many for Xero but not for QuickBooks.
    const fees = Array.from({ length: 159 }, (_, day) => ({
      ...{ id: `txn_${day}`, category: 'fee', amountCents: -100, feeCents: 0 },
      at: new Date(Date.UTC(2028, 0, 1 + day, 17)),
    }))
    await test.shop.db.insert(balanceMovements).values(fees)
    const of = async (format: string) => {
      const file = await owner.request(
        'GET',
        `/api/admin/books?from=2028-01-01&to=2028-06-30&format=${format}`,
      )
      return parse(await file.text(), { columns: true }) as Record<string, string>[]
    }
    expect(new Set((await of('quickbooks')).map(({ JournalNo }) => JournalNo)).size).toBe(159)
    const fee = (await of('xero')).filter((row) => row['*AccountCode'] === '6000')
    expect(fee.map((row) => [row['*Narration'], row['*Date'], row['*Amount']])).toEqual([
      ['Belt club 2028-01', '31/01/2028', '31.00'],
      ['Belt club 2028-02', '29/02/2028', '29.00'],
      ['Belt club 2028-03', '31/03/2028', '31.00'],
      ['Belt club 2028-04', '30/04/2028', '30.00'],
      ['Belt club 2028-05', '31/05/2028', '31.00'],
      ['Belt club 2028-06', '07/06/2028', '7.00'],
    ])
  })

  it('have every payment of a month with more than are read at a time', async () => {
    const many = 1_500
    await test.shop.db.execute(sql`insert into membership_payments select r.*
      from (select * from membership_payments limit 1) p cross join generate_series(1, ${many}::int) n
      cross join lateral jsonb_populate_record(null::membership_payments, to_jsonb(p) || jsonb_build_object(
        'id', gen_random_uuid(), 'reference', 'many:' || n, 'paid_at', '2029-01-05T17:00:00Z')) r`)
    const read = new Set<string>()
    for await (const { reference } of readEntries(test.shop, new Date('2029-02-01')))
      if (reference.startsWith('many:')) read.add(reference)
    expect(read.size).toBe(many)
    await test.shop.db.execute(sql`delete from membership_payments where reference like 'many:%'`)
  })

  it('refuse a period that ends before it begins', async () => {
    const reply = await owner.get('/api/admin/books?from=2026-12-31&to=2026-12-01')
    expect(reply).toMatchObject({ status: 400, body: { fields: { to: expect.any(String) } } })
  })

  it('export from the terminal, for both programs and entry by entry', async () => {
    const out = path.join(await mkdtemp(path.join(tmpdir(), 'books-')), 'december.csv')
    const args = { from: '2026-12-01', to: '2026-12-31', out }
    const reply = await runCommand(test.shop, { command: 'books', args })
    expect(reply).toMatchObject({ lines: expect.arrayContaining([expect.stringContaining('-248.00')]) })
    expect(await readFile(out, 'utf8')).toContain('JournalNo')
    expect(await readFile(out.replace('.csv', '-xero.csv'), 'utf8')).toContain('*Narration')
    const entries = parse(await readFile(out.replace('.csv', '-journal.csv'), 'utf8'), { columns: true })
    expect((entries as Record<string, string>[]).map((row) => row.Kind)).toContain('dispute')
    const wrong = await runCommand(test.shop, { command: 'books', args: { ...args, to: 'tomorrow' } })
    expect(wrong).toMatchObject({ isWrongUse: true })
  })
})
