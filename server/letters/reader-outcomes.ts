import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { letterReaderState } from '../../db/schema/states.ts'
import { outbox } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { stopWhereTooManyBounce } from './send-letters.ts'

/** Why an email of a letter isn't sent now, though it may be later. */
export const standsStill = 'the letter is stopped'

type Sent = { mailId: string; readerId: string; recipient: string }

/**
 * Marks a letter's email as sent. Unlike other emails, its content isn't archived per reader: the letter itself is kept, and
 * can't be changed once it is sent (docs/decisions/081). One statement, so that a crash leaves both changes or neither.
 */
export async function letterSent(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { mailId, readerId, recipient }: Sent,
) {
  const at = sql`${now().toISOString()}::timestamptz`
  await db.execute(sql`with sent as (
      update ${outbox} set sent_at = ${at}, recipient = ${recipient}, last_error = null, dropped_because = null
      where id = ${mailId} and sent_at is null
    ) update letter_readers set sent_at = ${at}, state = case when state in ${letterReaderState.list('queued')} then 'sent' else state end
      where id = ${readerId}::uuid`)
}

/** Records that a letter's email isn't sent: for good, or because the letter is stopped. */
export async function letterDropped(db: Pick<Shop['db'], 'execute'>, readerId: string, because: string) {
  const to = because === standsStill ? 'waiting' : 'dropped'
  await db.execute(sql`update letter_readers set state = ${letterReaderState.to(to, sql`state`)}, problem = ${because === standsStill ? null : because}
    where id = ${readerId}::uuid and state in ${letterReaderState.list('queued')}`)
}

/**
 * Records that a letter's email bounced, or that its reader reported it as spam, and stops the letter if too many bounced. A
 * repeat changes nothing.
 */
export async function letterBounced(
  tx: Parameters<typeof stopWhereTooManyBounce>[0],
  now: Date,
  { readerId, how, words }: { readerId: string; how: 'bounced' | 'complained'; words: string },
) {
  const before =
    how === 'bounced' ? letterReaderState.list('queued', 'sent') : letterReaderState.list('sent', 'bounced')
  const [row] = await rowsOf<{ letterId: string }>(
    tx,
    sql`update letter_readers set state = ${letterReaderState.to(how, sql`state`)}, problem = ${words},
        sent_at = coalesce(sent_at, ${now.toISOString()}::timestamptz)
      where id = ${readerId}::uuid and state in ${before} returning letter_id::text as "letterId"`,
  )
  if (row && how === 'bounced') await stopWhereTooManyBounce(tx, row.letterId)
}
