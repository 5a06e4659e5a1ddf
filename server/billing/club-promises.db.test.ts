import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../../db/schema.ts'
import { clubCarts } from '../../test/club-carts.ts'
import { clubLife } from '../../test/club-life.ts'
import { clubOwner } from '../../test/club-owner.ts'
import { brokenPromise } from '../../test/club-promises.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join, ledgerOf } from '../../test/members.ts'
import { seededRandom } from '../../test/random.ts'
import { shopDay } from '../shop/shop.ts'
import { refundBoxes } from './refund-boxes.ts'

const today = '2027-02-28'
const delivered = `(select id from boxes where state = 'delivered' and kind = 'owed' order by id limit 1)`
const gift = '(select id from memberships where is_gift order by id limit 1)'

/** What a faulty shop might leave behind, and the promise (test/club-promises.ts) that it would break. */
const faults: [promise: string, statements: string[]][] = [
  [
    'the same belt twice within 36 months',
    [
      'alter table boxes drop constraint boxes_no_repeat',
      `update boxes set product_id = other.product_id, person_id = other.person_id, drop = '2027-04', state = 'shipped'
        from (select * from boxes where id = ${delivered}) other
        where boxes.id = (select id from boxes where state <> 'delivered' order by id limit 1)`,
    ],
  ],
  ['a payment whose boxes are not worth it', [`update boxes set value = value + 1 where id = ${delivered}`]],
  [
    'a payment whose boxes are not worth it',
    [
      `update membership_payments set box_count = box_count + 1 where id = (select payment_id from boxes where id = ${delivered})`,
    ],
  ],
  ['a refund that is not what its boxes are worth', ['update refunds set amount = amount + 1']],
  [
    'a refunded box without its refund, or more tax given than taken',
    [`update boxes set state = 'refunded' where id = ${delivered}`],
  ],
  ['a refunded box without its refund, or more tax given than taken', ['update refunds set tax = 1000000']],
  [
    'a returned box that was neither refunded nor credited',
    [`update boxes set state = 'returned' where id = ${delivered}`],
  ],
  [
    'a box sent without belt, size or address, or in a size that nobody has',
    [`update boxes set ship_to = null where id = ${delivered}`],
  ],
  [
    'a box sent without belt, size or address, or in a size that nobody has',
    [`update boxes set size = 'Let Recipient Choose' where id = ${delivered}`],
  ],
  [
    'a belt of the other gender',
    [
      `update memberships set gender = case gender when 'male' then 'female' else 'male' end
        where id = (select membership_id from boxes where id = ${delivered})`,
    ],
  ],
  [
    'more pieces promised than lie on the shelf',
    [
      `update boxes set state = 'assigned', packed_at = null where id = ${delivered}`,
      `update belt_variants v set stock = 0 from boxes b
        where b.id = (select id from boxes where state = 'assigned' order by id limit 1)
        and v.product_id = b.product_id and v.size = b.size`,
    ],
  ],
  [
    'a gift that was paid again, or renews',
    [
      `update membership_payments set membership_id = ${gift} where id =
        (select p.id from membership_payments p join memberships m on m.id = p.membership_id and not m.is_gift
          order by p.id limit 1)`,
    ],
  ],
  [
    'a gift that was not announced',
    ["delete from outbox where kind = 'gift-notice' and fact in (select id::text from memberships)"],
  ],
  ['a shipped box of which nobody was told', ["delete from outbox where kind = 'box-shipped'"]],
  [
    'a mail that is due and was not sent',
    [
      'update outbox set sent_at = null, attempts = 1 where id = (select id from outbox where dropped_because is null order by id limit 1)',
    ],
  ],
  ['a charge of which nobody was told', ["delete from outbox where kind like 'renewal-notice-%'"]],
]

class Undo extends Error {}

describe('the checks on a simulated club', () => {
  let test: TestShop
  beforeAll(async () => {
    // Three quiet months without any actions: whatever is broken after them, a fault broke.
    const random = seededRandom(3)
    test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
    await test.shop.db.update(products).set({ isActive: false })
    const cart = clubCarts(random)
    const memberIds: string[] = []
    while (memberIds.length < 8)
      memberIds.push(...(await join(test, cart(shopDay(test.shop)))).map(({ id }) => id))
    const owner = clubOwner(test, { random, pieces: 3, sendsMails: true })
    const life = clubLife(test, { memberIds, join: async () => [], liveliness: 0, random, owner })
    expect(await life.run('2026-12', 3)).toBeNull()
    for (const membershipId of memberIds) {
      const owed = (await ledgerOf(test, membershipId)).boxes.filter(({ state }) => state === 'owed')
      if (owed.length < 2) continue
      await refundBoxes(test.shop, { membershipId, boxIds: [owed.at(-1)!.id] })
      break
    }
  })
  afterAll(() => test.close())

  it('find nothing when nothing is broken', async () => {
    expect(await brokenPromise(test, today, new Set(), true)).toBeNull()
  })

  it.each(faults)('catch “%s”', async (promise, statements) => {
    let seen: string | null = null
    const faulty = test.shop.db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      const shop = { ...test.shop, db: tx as unknown as typeof test.shop.db }
      seen = await brokenPromise({ ...test, shop }, today, new Set(), true)
      throw new Undo()
    })
    await expect(faulty).rejects.toThrow(Undo)
    expect(seen).toContain(promise)
  })
})
