import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { membershipPayments, memberships, orderItems, receipts, refunds } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join, ledgerOf } from '../../test/members.ts'
import { pdfText } from '../../test/pdf-text.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'

it('receipts and credit notes are numbered once without gaps, even when requested at once', async () => {
  const test = await createTestShop()
  try {
    for (let count = 0; count < 3; count++) await join(test, [toCalifornia(selfItem('6-months'))])
    const paid = await test.shop.db.select().from(membershipPayments)
    const { boxes } = await ledgerOf(test, paid[0]!.membershipId)
    await refundBoxes(test.shop, { membershipId: paid[0]!.membershipId, boxIds: [boxes.at(-1)!.id] })
    const [refund] = await test.shop.db.select().from(refunds)
    // The next terms are of another plan: what was paid keeps its name.
    await test.shop.db.update(memberships).set({ planId: '12-months' })
    const owner = await signIn(test)
    const list = (await owner.get('/api/admin/orders')).body.orders as { id: string }[]
    const ask = async (subjectId: string) => {
      const answers = await Promise.all(
        list.map(({ id }) => owner.request('GET', `/api/admin/orders/${id}/receipts/${subjectId}`)),
      )
      return answers.find(({ status }) => status === 200)!
    }
    const answers = await Promise.all([...paid, ...paid].map(({ id }) => ask(id)))
    const note = await ask(refund!.id)
    const nameOf = (answer: Response) =>
      /filename="?([^";]+)/.exec(answer.headers.get('content-disposition')!)![1]
    const names = answers.map(nameOf)
    expect([...new Set(names)].sort()).toEqual(['R-000001.pdf', 'R-000002.pdf', 'R-000003.pdf'])
    expect(names.slice(3)).toEqual(names.slice(0, 3))
    expect(nameOf(note)).toBe('CN-000001.pdf')
    expect(await pdfText(await note.arrayBuffer())).toMatch(
      /Given back\n6 Months membership, 6 belts: \$59\.50\nSales tax, CA: \$4\.31\nTotal: \$63\.81 USD/,
    )
    expect(await pdfText(await answers[0]!.arrayBuffer())).toMatch(
      /Paid\n6 Months.*: \$357\.00\n.*CA: \$25\.88\n/,
    )
    expect(await test.shop.db.$count(receipts)).toBe(4)
    expect((await owner.get(`/api/admin/orders/${list[0]!.id}/receipts/${list[0]!.id}`)).status).toBe(404)
    await test.shop.db.update(refunds).set({ amountCents: 0 })
    expect(await pdfText(await (await ask(refund!.id)).arrayBuffer())).toMatch(/Given back\nSales tax, CA: /)
    await test.shop.db.update(refunds).set({ status: 'failed' })
    expect((await ask(refund!.id))?.status, 'of money that never arrived').toBeUndefined()
  } finally {
    await test.close()
  }
})

it('receipts open for the payer only, and a recipient sees no price', async () => {
  const test = await createTestShop()
  try {
    const [gift] = await join(test, [giftItem('6-months')])
    const [own] = await join(test, [selfItem('monthly')])
    const paymentOf = async (id: string) => (await ledgerOf(test, id)).payments[0]!
    await refundBoxes(test.shop, { membershipId: own!.id })
    const [refund] = await test.shop.db.select().from(refunds)
    const giver = await signInMember(test, 'maya@example.com')
    test.clock.set('2026-12-02T15:00:00Z')
    const recipient = await signInMember(test, 'thomas@example.com')
    const get = (who: typeof giver, membershipId: string, subjectId: string) =>
      test.app.request(`/api/account/memberships/${membershipId}/receipts/${subjectId}`, {
        headers: who.headers,
      })
    const ofGift = (await paymentOf(gift!.id)).id
    const receipt = await get(giver, gift!.id, ofGift)
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(receipt.headers.get('cache-control')).toBe('no-store')
    expect((await get(giver, own!.id, refund!.id)).headers.get('content-disposition')).toContain('CN-000001')
    // Not for another membership, and not for its recipient.
    expect((await get(giver, own!.id, ofGift)).status).toBe(404)
    expect((await get(recipient, gift!.id, ofGift)).status).toBe(404)
    expect((await recipient.get('/api/account')).body).toMatchObject({
      memberships: [{ id: gift!.id, money: null }],
    })
    // A new owner sees the receipts of what they paid themselves, in their own name.
    const handOver = (theirsSince: string) =>
      test.shop.db
        .update(memberships)
        .set({
          ...{ payerEmail: 'june@example.com', memberEmail: 'june@example.com' },
          theirsSince: new Date(theirsSince),
        })
        .where(eq(memberships.id, own!.id))
    await handOver('2026-11-25T15:00:00Z')
    const june = await signInMember(test, 'june@example.com')
    const ofOwn = (await paymentOf(own!.id)).id
    expect((await get(june, own!.id, ofOwn)).status, 'paid by the one before').toBe(404)
    const admin = await signIn(test)
    const [bought] = await test.shop.db
      .select({ id: orderItems.orderId })
      .from(orderItems)
      .where(eq(orderItems.id, own!.orderItemId))
    const before = await admin.request('GET', `/api/admin/orders/${bought!.id}/receipts/${ofOwn}`)
    expect(await pdfText(await before.arrayBuffer())).toContain('maya@example.com')
    await handOver('2026-11-20T15:00:00Z')
    const text = await pdfText(await (await get(june, own!.id, ofOwn)).arrayBuffer())
    expect(text).toContain('Billed to\njune@example.com\n')
  } finally {
    await test.close()
  }
})
