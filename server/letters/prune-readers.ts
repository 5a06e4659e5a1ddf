import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { letters } from '../../db/schema.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'
import { letterFigures } from './send-letters.ts'

/** Rows per statement. */
const batch = 5_000

/** Deletes who old letters went to, with their emails; the counts stay. Safe in several processes. */
export async function pruneLetterReaders(shop: Shop): Promise<void> {
  const old = await shop.db
    .select({ id: letters.id })
    .from(letters)
    .where(
      and(
        inArray(letters.state, ['sent', 'ended']),
        lt(letters.finishedAt, keptSince('letters', shop.now())),
        isNull(letters.figures),
      ),
    )
  for (const { id } of old) {
    await shop.db.transaction(async (tx) => {
      const figures = await letterFigures(tx, id)
      await tx
        .update(letters)
        .set({ figures })
        .where(and(sql`${letters.id} = ${id}`, isNull(letters.figures)))
    })
  }
  while ((await forget(shop)) === batch);
}

async function forget(shop: Shop): Promise<number> {
  const gone = await rowsOf(
    shop.db,
    sql`with gone as (
        select r.id from letter_readers r join letters l on l.id = r.letter_id where l.figures is not null limit ${batch}
      ), mails as (
        delete from outbox where kind = 'letter' and fact in (select id::text from gone)
      ) delete from letter_readers where id in (select id from gone) returning 1`,
  )
  return gone.length
}
