import { sql } from 'drizzle-orm'
import { boxState } from '../../db/states.ts'
import { sentStates } from '../../domain/box.ts'
import type { Shop } from '../shop.ts'
import type { DueMails } from './due-mails.ts'

/** Milliseconds for which it is news that a belt has left. */
const newsFor = 14 * 24 * 60 * 60_000

/** The belts of gifts that have left, for their givers (club.md "Ship"); a fact is the box. */
export function shippedGifts(shop: Shop): DueMails {
  const since = new Date(shop.now().getTime() - newsFor).toISOString()
  return {
    kind: 'gift-progress',
    facts: sql`select b.id::text as fact from boxes b join memberships m on m.id = b.membership_id
      where m.is_gift and m.payer_email is not null and b.kind = 'owed' and b.state in ${boxState.list(...sentStates)}
        and b.shipped_at > ${since}::timestamptz`,
  }
}
