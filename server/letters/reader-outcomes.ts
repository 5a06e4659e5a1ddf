import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { letterReaderState } from '../../db/schema/states.ts'
import { outbox } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { stopWhereTooManyBounce } from './send-letters.ts'

/** Why a mail of a letter doesn't leave now, though it may later. */
export const standsStill = 'the letter is stopped'

type Sent = { mailId: string; readerId: string; recipient: string }

/**
 * A letter's mail left. What it said isn't kept for each reader, as of other mails: the letter itself is, and nobody can change it
 * once it leaves (docs/decisions/081). In one statement, so that a process that dies leaves both or neither.
 */
export async function letterSent(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { mailId, readerId, recipient }: Sent,
) {
  const at = sql`${now().toISOString()}::timestamptz`
  await db.execute(sql`with sent as (
      update ${outbox} set sent_at = ${at}, recipient = ${recipient}, last_error = null, dropped_because = null where id = ${mailId}
    ) update letter_readers set sent_at = ${at}, state = case when state in ${letterReaderState.list('queued')} then 'sent' else state end
      where id = ${readerId}::uuid`)
}

/** A letter's mail doesn't leave: for good, or because the letter stands still. */
export async function letterDropped(db: Pick<Shop['db'], 'execute'>, readerId: string, because: string) {
  const to = because === standsStill ? 'waiting' : 'dropped'
  await db.execute(sql`update letter_readers set state = ${letterReaderState.to(to, sql`state`)}, problem = ${because === standsStill ? null : because}
    where id = ${readerId}::uuid and state in ${letterReaderState.list('queued')}`)
}

/**
 * A letter's mail came back, or its reader called it spam. Told again it changes nothing.
 * @returns the letter, to be stopped where it is one too many
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
