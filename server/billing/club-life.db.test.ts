import { describe, expect, it } from 'vitest'
import { products } from '../../db/schema.ts'
import { clubCarts } from '../../test/club-carts.ts'
import { clubLife } from '../../test/club-life.ts'
import { clubOwner } from '../../test/club-owner.ts'
import { livedThrough } from '../../test/club-promises.ts'
import { createTestShop } from '../../test/create-test-shop.ts'
import { join, refusesRenewals } from '../../test/members.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { shopDay } from '../shop/shop.ts'

const members = Number(process.env.CLUB_MEMBERS ?? sized(8, 500))
const months = Number(process.env.CLUB_MONTHS ?? sized(3, 36))
/** How likely a member wishes for something on one of six days a month. */
const liveliness = Number(process.env.CLUB_LIVELINESS ?? sized(0.05, 0.03))

describe('a simulated club', () => {
  // `npm run soak` lives 36 months of 500 members; CLUB_MEMBERS and SEED make any other.
  it(
    'keeps its promises with random members, owner, bank and network',
    async () => {
      const seed = runSeed()
      const random = seededRandom(seed)
      const test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
      try {
        await test.shop.db.update(products).set({ isActive: false })
        const cart = clubCarts(random)
        const joinSome = async (count: number) => {
          const ids: string[] = []
          while (ids.length < count) {
            const card = random() < 0.05 ? refusesRenewals : undefined
            ids.push(...(await join(test, cart(shopDay(test.shop)), card)).map(({ id }) => id))
          }
          return ids
        }
        // Pieces for somewhat fewer than there are: both genders, three styles, seven sizes.
        const pieces = Math.max(1, Math.floor(members / 45))
        const owner = clubOwner(test, { random, pieces, sendsMails: members < 1000 })
        const life = clubLife(test, {
          memberIds: await joinSome(members),
          join: () => joinSome(Math.ceil(members / 20)),
          liveliness,
          random,
          owner,
        })
        expect(await life.run('2026-12', months), `SEED=${seed}`).toBeNull()
        if (members < 200) return
        const lived = await livedThrough(test)
        console.log(`SEED=${seed}, ${months} months: ${JSON.stringify(lived)}`)
        for (const [what, times] of Object.entries(lived))
          expect(times, `SEED=${seed}, ${what}`).toBeGreaterThan(0)
      } finally {
        await test.close()
      }
    },
    6 * 3_600_000,
  )
})
