import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { boxes, newsletterSubscribers, pictureFiles, pictures, settings, users } from '../db/schema.ts'
import { audit, commandLine } from '../server/staff/staff.ts'
import { giftItem, selfItem } from './carts.ts'
import type { TestShop } from './create-test-shop.ts'
import { join } from './members.ts'

/** Text that is easily damaged by export and import: line separators that aren't line ends, formulas, JSON's null. */
export const awkward = '=HYPERLINK("x"),\u2028\u2029\r\n\t\\n "O\'Neill" 🥋 \\x41 {} null'
export const secret = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$never-in-a-list'

/** Fills a shop with a little of everything, including data that is easily damaged. */
export async function fillShop(test: TestShop) {
  const { db } = test.shop
  await join(test, [selfItem('6-months'), giftItem('12-months')])
  const [membership] = await join(test, [selfItem('monthly')])
  await db
    .update(boxes)
    .set({ state: 'shipped', trackingNumber: '1Z', shippedAt: new Date('2026-12-03T10:11:12.345Z') })
    .where(eq(boxes.membershipId, membership!.id))
  await test.post('/api/newsletter/subscribe', { email: 'reader@example.com', name: awkward })
  await db
    .insert(newsletterSubscribers)
    .values({ email: 'other@example.com', name: awkward, status: 'active' })
  await db
    .insert(users)
    .values({ username: awkward, password: secret, role: 'packer', totpLastStep: 2 ** 52 })
  await db.transaction((tx) =>
    audit(tx, commandLine, test.clock.now(), {
      action: 'test.audit',
      entity: 'nothing',
      entityId: 'nothing',
      before: { nested: [null, { deep: null }], number: 1.1 },
      after: null,
    }),
  )
  await db.insert(settings).values({ key: 'nothing', value: sql`'null'::jsonb` })
  await db.insert(pictures).values({ hash: 'bytes', width: 10, height: 10 })
  await db.insert(pictureFiles).values({
    hash: 'bytes',
    width: 10,
    format: 'webp',
    content: new Uint8Array([0, 255, 10, 13, 92, ...randomBytes(500_000)]),
  })
  // More digits than a JavaScript Date has.
  await db.execute(sql`update orders set updated_at = '2026-11-21 15:00:00.123456+00'`)
}
