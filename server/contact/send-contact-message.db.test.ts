import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactMessages, orderItems, orders } from '../../db/schema.ts'
import { giftItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'

const message = {
  name: 'Maya Ellison',
  email: 'maya@example.com',
  subject: 'Where is\r\nBcc: everybody@example.com',
  category: 'order',
  orderNumber: 'BC-7K3F-9QMT',
  message: 'It has not <b>arrived</b> yet.',
}

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

describe('a message to support', () => {
  it('is stored, sent to support with a reply address, and acknowledged', async () => {
    const answer = await test.post('/api/contact', message)
    expect(answer).toEqual({
      status: 200,
      body: { success: true, message: "Message sent successfully! We'll get back to you within 24 hours." },
    })
    await test.work()
    await test.work()
    expect(await test.shop.db.select().from(contactMessages)).toMatchObject([
      { name: 'Maya Ellison', category: 'order', orderNumber: 'BC-7K3F-9QMT' },
    ])
    const [toSupport, acknowledgement] = ['contact-to-support', 'contact-acknowledgement'].map((kind) =>
      test.mails.filter((mail) => mail.kind === kind),
    )
    expect(toSupport).toMatchObject([
      {
        to: 'support@example.com',
        replyTo: 'maya@example.com',
        subject: 'Contact: Where is Bcc: everybody@example.com',
      },
    ])
    expect(toSupport![0]!.text).toContain('Answer within 12 hours')
    expect(toSupport![0]!.html).not.toContain('<b>arrived')
    expect(acknowledgement).toMatchObject([{ to: 'maya@example.com' }])
    expect(acknowledgement![0]!.text).toContain('We’ll answer within 12 hours.')
  })

  it('is not stored unless its emails are, and a resend counts once', async () => {
    const { db } = test.shop
    const before = await db.$count(contactMessages)
    await db.execute(
      sql`alter table outbox add constraint full_disk check (kind <> 'contact-to-support') not valid`,
    )
    expect((await test.post('/api/contact', message)).status).toBe(500)
    await db.execute(sql`alter table outbox drop constraint full_disk`)
    expect(await db.$count(contactMessages)).toBe(before)
    expect((await test.post('/api/contact', message)).status).toBe(200)
    expect(await db.$count(contactMessages)).toBe(before + 1)
  })

  it('is verified only by an order number that belongs to that address', async () => {
    const { db } = test.shop
    const [membership] = await join(test, [giftItem('monthly')])
    const [order] = await db
      .select({ orderNumber: orders.orderNumber, purchaserEmail: orders.purchaserEmail })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(eq(orderItems.id, membership!.orderItemId))
    const number = order!.orderNumber
    for (const [email, orderNumber, verifiedBy] of [
      [order!.purchaserEmail!.toUpperCase(), ` ${number.toLowerCase()} `, 'order'],
      [membership!.memberEmail, number, 'order'],
      ['stranger@example.com', number, null],
      [order!.purchaserEmail, 'BC-0000-0000', null],
    ]) {
      const subject = `${email}, ${orderNumber}`.trim()
      expect((await test.post('/api/contact', { ...message, subject, email, orderNumber })).status).toBe(200)
      const [kept] = await db.select().from(contactMessages).where(eq(contactMessages.subject, subject))
      expect(kept, `${email}`).toMatchObject({ verifiedBy })
    }
  })

  it('needs no category or order number, except about an order', async () => {
    const { category: _, orderNumber: __, ...short } = message
    expect((await test.post('/api/contact', short)).status).toBe(200)
    expect(await test.post('/api/contact', { ...message, orderNumber: ' ' })).toMatchObject({
      status: 400,
      body: {
        message: 'Order number is required for order issues',
        fields: { orderNumber: 'Order number is required for order issues' },
      },
    })
  })
})
