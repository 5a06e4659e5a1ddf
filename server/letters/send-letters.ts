import { and, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { countsOf, rowsOf, type Transaction } from '../../db/database.ts'
import { letterReaderState, letterState } from '../../db/schema/states.ts'
import { letters } from '../../db/schema.ts'
import { fewestForShare, isOverBounceLimit } from '../../domain/letter.ts'
import { keptSince } from '../../domain/retention.ts'
import { catalogChanged } from '../catalog/catalog-changed.ts'
import { stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import { listReaders } from './letter-readers.ts'

/** Readers listed per statement. */
const listedAtOnce = 5_000
/** Milliseconds between two worker rounds, which sets how many the first round releases. */
const oneLook = 2_000
/** Milliseconds' worth of emails that may be caught up after a pause, and that may wait in the outbox. */
const mostAtOnce = 10_000

/**
 * Advances letters: starts those that are due, lists their readers, and gives the outbox as many emails as the rate allows.
 * Every step is one transaction that another process can continue from. Only a few seconds' worth waits in the outbox, so a
 * stopped letter stops right away.
 */
export async function processLetters(shop: Shop): Promise<void> {
  const open = await shop.db
    .select({ id: letters.id, state: letters.state })
    .from(letters)
    .where(
      sql`${letters.state} in ${letterState.list('sending')} or (${letters.state} in ${letterState.list('scheduled')} and ${letters.sendAt} <= ${shop.now().toISOString()}::timestamptz)`,
    )
    .orderBy(letters.sendAt)
  let released = 0
  for (const { id, state } of open) {
    if (state === 'scheduled' && !(await begin(shop, id))) continue
    while (await list(shop, id)) stepDone()
    released += await release(shop, id)
    stepDone()
  }
  if (released > 0) shop.wakeWorker()
}

/** Starts a letter; from now on it is public. */
function begin(shop: Shop, id: string): Promise<boolean> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    // The law requires a postal address in every letter (15 U.S.C. § 7704(a)(5)), and the settings may have lost it since.
    const mayLeave = shop.config.postalAddress.trim() !== ''
    const [begun] = await tx
      .update(letters)
      .set(
        mayLeave
          ? { state: letterState.to('sending', letters.state), publishedAt: now, listedAfter: '' }
          : {
              state: letterState.to('draft', letters.state),
              sendAt: null,
              stoppedBecause: 'It wasn’t sent: the shop has no postal address.',
            },
      )
      .where(and(eq(letters.id, id), eq(letters.state, 'scheduled'), lte(letters.sendAt, now)))
      .returning({ id: letters.id })
    if (begun && mayLeave) await catalogChanged(tx)
    return begun !== undefined && mayLeave
  })
}

/** Lists more readers; false once all are listed. */
function list(shop: Shop, id: string): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const letter = await lockSending(tx, id)
    if (!letter || letter.listedAt) return false
    const last = await listReaders(tx, shop, {
      ...{ letterId: id, audience: letter.audience, after: letter.listedAfter ?? '', most: listedAtOnce },
    })
    await tx
      .update(letters)
      .set(last === null ? { listedAt: shop.now() } : { listedAfter: last })
      .where(eq(letters.id, id))
    return last !== null
  })
}

/** Gives the outbox what may be sent by now, and finishes a letter with no readers left. @returns how many */
function release(shop: Shop, id: string): Promise<number> {
  const now = shop.now()
  const perMillisecond = shop.config.bulkMail.perMinute / 60_000
  return shop.db.transaction(async (tx) => {
    const letter = await lockSending(tx, id)
    if (!letter?.listedAt) return 0
    const { waiting, queued, sent } = await countsOf(tx, {
      waiting: sql`select count(*) from (select 1 from letter_readers where letter_id = ${id} and state in ${letterReaderState.list('waiting')} limit 1) w`,
      queued: sql`select count(*) from letter_readers where letter_id = ${id} and state in ${letterReaderState.list('queued')}`,
      sent: sql`select count(*) from letter_readers where letter_id = ${id} and sent_at is not null`,
    })
    if (waiting + queued === 0) {
      await tx
        .update(letters)
        .set({ state: letterState.to('sent', letters.state), finishedAt: now })
        .where(eq(letters.id, id))
      return 0
    }
    // Checked here too: once enough emails are sent for the share to count, it may be too high without a new bounce.
    if (await stopWhereTooManyBounce(tx, id)) return 0
    const longest = Math.max(mostAtOnce, 1 / perMillisecond)
    const since = letter.releasedAt ? now.getTime() - letter.releasedAt.getTime() : oneLook
    // Before zero, the clock was set back.
    const passed = since < 0 ? oneLook : since
    const due = Math.floor(Math.min(passed, longest) * perMillisecond)
    // The first emails go out alone, and their bounces are counted before the rest follows.
    const room = sent < fewestForShare ? fewestForShare - sent : Math.ceil(longest * perMillisecond)
    const most = Math.min(letter.releasedAt ? due : Math.max(due, 1), room - queued)
    if (waiting === 0 || most < 1) return 0
    const at = sql`${now.toISOString()}::timestamptz`
    await tx.execute(sql`with those as materialized (
        select id from letter_readers where letter_id = ${id} and state in ${letterReaderState.list('waiting')} order by id limit ${most}
      ), queued as (
        update letter_readers r set state = ${letterReaderState.to('queued', sql`r.state`)} from those where r.id = those.id
      ) insert into outbox (kind, fact, run_at, due_at, created_at) select 'letter', id::text, ${at}, ${at}, ${at} from those
        on conflict (fact, kind, copy) do update
          set sent_at = null, dropped_because = null, last_error = null, attempts = 0, run_at = excluded.run_at, due_at = excluded.due_at
          where outbox.dropped_because is not null`)
    await tx.update(letters).set({ releasedAt: now }).where(eq(letters.id, id))
    return most
  })
}

/** A sending letter's row, locked; null if it isn't being sent, or if another process is working on it. */
async function lockSending(tx: Transaction, id: string) {
  const [letter] = await tx
    .select()
    .from(letters)
    .where(and(eq(letters.id, id), inArray(letters.state, ['sending'])))
    .for('update', { skipLocked: true })
  return letter ?? null
}

/** A letter's results so far. */
export async function letterFigures(db: Pick<Shop['db'], 'execute'>, id: string) {
  const of = (what: ReturnType<typeof sql>) =>
    sql`select count(*) from letter_readers where letter_id = ${id} and ${what}`
  return countsOf(db, {
    readers: of(sql`true`),
    sent: of(sql`sent_at is not null`),
    bounced: of(sql`state in ${letterReaderState.list('bounced')}`),
    complained: of(sql`state in ${letterReaderState.list('complained')}`),
    dropped: of(sql`state in ${letterReaderState.list('dropped')}`),
  })
}

/** Stops a letter if too many emails bounced; a person decides how to continue. @returns whether it did */
export async function stopWhereTooManyBounce(tx: Transaction, id: string): Promise<boolean> {
  const [letter] = await tx.select().from(letters).where(eq(letters.id, id)).for('update')
  if (letter?.state !== 'sending') return false
  const { sent, bounced } = await letterFigures(tx, id)
  const before = { sent: letter.sentBefore, bounced: letter.bouncedBefore }
  if (!isOverBounceLimit({ sent, bounced }, before)) return false
  const share = ((bounced * 100) / sent).toFixed(1)
  await tx
    .update(letters)
    .set({
      state: letterState.to('stopped', letters.state),
      stoppedBecause: `${bounced} of ${sent} emails bounced (${share}%).`,
    })
    .where(eq(letters.id, id))
  return true
}

/**
 * Stops letters that were being sent when a backup or export was made: it doesn't know who has received them since, and nobody
 * gets a letter twice unless a person decides so. Scheduled letters become drafts again.
 */
export async function stopLetters(db: Pick<Shop['db'], 'execute'>): Promise<void> {
  await db.execute(sql`update letters set state = ${letterState.to('stopped', sql`state`)},
      stopped_because = 'The shop was restored or imported, and who has got it since then isn’t known here.'
    where state in ${letterState.list('sending')}`)
  await db.execute(sql`update letters set state = ${letterState.to('draft', sql`state`)}, send_at = null,
      stopped_because = 'The shop was restored or imported. See whether it has left since, and schedule it again if not.'
    where state in ${letterState.list('scheduled')}`)
}

/** Rows per statement. */
const forgottenAtOnce = 5_000

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
  while ((await forget(shop)) === forgottenAtOnce);
}

async function forget(shop: Shop): Promise<number> {
  const gone = await rowsOf(
    shop.db,
    sql`with gone as (
        select r.id from letter_readers r join letters l on l.id = r.letter_id where l.figures is not null limit ${forgottenAtOnce}
      ), mails as (
        delete from outbox where kind = 'letter' and fact in (select id::text from gone)
      ) delete from letter_readers where id in (select id from gone) returning 1`,
  )
  return gone.length
}
