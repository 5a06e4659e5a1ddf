import { sql } from 'drizzle-orm'
import { leastRoom } from '../../db/data-folder.ts'
import { countsOf, rowsOf } from '../../db/database.ts'
import { checkoutStatus } from '../../db/schema/states.ts'
import { formatCount } from '../../domain/count.ts'
import type { Shop } from '../shop/shop.ts'
import { type PartName, parts as rules } from '../watch/parts.ts'
import { type LatePart, type ProcessFacts, processFacts } from '../watch/process-facts.ts'
import { type QueueFacts, type QueueName, queueFacts, queues } from '../watch/queues.ts'
import { backupLines } from './backup-lines.ts'
import { comparedFacts } from './compared-facts.ts'
import { type HealthLine, lasting, line } from './health-line.ts'
import { mailboxLine } from './mailbox-line.ts'
import { noticeLines } from './self-watch.ts'

/** What an alarm can be about: its line of the health page. */
export type AlarmId = (typeof alarmIds)[number]

/**
 * The lines whose red somebody is told of within minutes: by email, at the outside address and by a metric (decision 132).
 * For each, `alarms.db.test.ts` makes the fault.
 */
export const alarmIds = [
  'payments-without-order',
  'mails',
  'mails-refused',
  'notices-late',
  'jobs-late',
  'letters-late',
  'labels-late',
  'curation-stuck',
  'work-late',
  'processes',
  'mailbox-read',
  'money-compared',
  'disk-free',
  'backups',
  'backup-damaged',
  'noticed-stood-still',
  'noticed-page-lost',
  'noticed-refused-often',
] as const

const isAlarm = (id: string): id is AlarmId => (alarmIds as readonly string[]).includes(id)

export type WatchFacts = { queues: Record<QueueName, QueueFacts>; processes: ProcessFacts }

/** Everything the shop knows of its queues, loops and processes, in two statements. */
export async function watchFacts(shop: Shop): Promise<WatchFacts> {
  const [found, processes] = [await queueFacts(shop), await processFacts(shop)]
  return { queues: found, processes }
}

/**
 * The lines about queues, loops and processes. Health, `/health/shop`, the metrics, the owner's email and the outside address
 * all read these.
 */
export async function watchLines(shop: Shop, known?: WatchFacts): Promise<HealthLine[]> {
  const facts = known ?? (await watchFacts(shop))
  return [
    await paymentsLine(shop, facts),
    ...(await comparedFacts(shop)),
    ...(await mailLines(shop, facts)),
    ...otherQueues(facts),
    ...workLines(facts.processes),
    processLine(facts.processes),
    ...(await mailboxLine(shop)),
    diskLine(await freeDisk(shop, facts)),
    ...(await backupLines(shop)),
    ...(await noticeLines(shop)),
  ]
}

/** Those of them that are red, and of which somebody is told. */
export async function redLines(shop: Shop, known?: WatchFacts) {
  const lines = await watchLines(shop, known)
  return lines.flatMap((each) => (each.state === 'bad' && isAlarm(each.id) ? [{ ...each, id: each.id }] : []))
}

/** Milliseconds a shop that was away has for what waited meanwhile. */
const catchesUpIn = 3 * 60_000

/** How many wait too long; none just after the shop was away, which a payment doesn't wait for. */
function late({ queues: found, processes }: WatchFacts, name: QueueName): number {
  const isBack = processes.up !== null && processes.up < catchesUpIn && queues[name].patience > catchesUpIn
  return isBack ? 0 : found[name].late
}

/** "3, the oldest for 12 minutes" */
function waits({ waiting, oldest }: QueueFacts): string {
  return waiting === 0 ? '0' : `${formatCount(waiting)}, the oldest for ${lasting(oldest)}`
}

async function paymentsLine(shop: Shop, facts: WatchFacts): Promise<HealthLine> {
  const unmade = late(facts, 'payments') + late(facts, 'orders')
  const oldest = Math.max(facts.queues.payments.oldest, facts.queues.orders.oldest)
  return line(
    'payments-without-order',
    'Payments without an order, or with an unfinished one',
    unmade > 0 ? `${formatCount(unmade)}, the oldest for ${lasting(oldest)}` : 0,
    unmade > 0 && 'bad',
    {
      advice:
        'We keep trying to make or finish the order, and the buyer knows that their payment is safe. Until then, its renewals aren’t charged. If it’s still here tomorrow, the log names the payment and why. Refund it at the payment provider, or write to whoever paid.',
      link: (unmade > 0 && (await unfinishedOrder(shop))) || {
        label: 'Books',
        to: '/admin/books',
      },
    },
  )
}

/** A link to the oldest order that isn't finished at the provider, or null. */
async function unfinishedOrder(shop: Shop): Promise<{ label: string; to: string } | null> {
  const [row] = await rowsOf(
    shop.db,
    sql`select order_id as id from checkouts where status in ${checkoutStatus.list('completing')} order by created_at limit 1`,
  )
  return row ? { label: 'The order', to: `/admin/orders/${row.id}` } : null
}

/** Milliseconds for which an abandoned email is shown. */
const week = 7 * 86_400_000

async function mailLines(shop: Shop, facts: WatchFacts): Promise<HealthLine[]> {
  const ago = (milliseconds: number) => new Date(shop.now().getTime() - milliseconds).toISOString()
  const found = await countsOf(shop.db, {
    sent: sql`select count(*) from outbox where sent_at > ${ago(86_400_000)} and dropped_because is null`,
    failing: sql`select count(*) from outbox where sent_at is null and last_error is not null`,
    givenUp: sql`select count(*) from outbox where sent_at > ${ago(week)} and dropped_because is not null and last_error is not null`,
  })
  const { mails, notices } = facts.queues
  const link = { label: 'See them', to: '/admin/mails?state=failed' }
  const [stuck, refused, slow] = [late(facts, 'mails'), late(facts, 'mails-refused'), late(facts, 'notices')]
  const waiting = `${formatCount(Math.max(mails.waiting + notices.waiting, found.failing))} waiting`
  const since = stuck > 0 ? `, the oldest for ${lasting(mails.oldest)}` : ''
  return [
    line(
      'mails',
      'Emails sent in a day, and due',
      `${formatCount(found.sent)} sent, ${waiting}${since}`,
      stuck > 0 ? 'bad' : found.failing > 0 && 'watch',
      {
        advice: 'Read why the last try failed. Most often the mail server or an address is wrong.',
        link,
      },
    ),
    ...only(refused > 0, () =>
      line('mails-refused', 'Emails that the mail server takes for nobody', 'all of them', 'bad', {
        advice:
          'It answers, but has turned down every email for half an hour. Read what it says: most often its account is full, blocked or unpaid.',
        link,
      }),
    ),
    ...only(slow > 0, () =>
      line('notices-late', 'Notices and reminders waiting', waits(notices), 'bad', {
        advice: 'They leave slower than they come in. The log says why. Nothing is lost.',
        link: { label: 'Emails', to: '/admin/mails?state=due' },
      }),
    ),
    line('mails-given-up', 'Emails given up in a week', found.givenUp, found.givenUp > 0 && 'watch', {
      advice: 'They bounced for three days. Fix the address or the mail server, then send them again.',
      link: { label: 'See them', to: '/admin/mails?state=given-up' },
    }),
  ]
}

/** A line that only shows while something is wrong. */
const only = (isWrong: boolean, make: () => HealthLine) => (isWrong ? [make()] : [])

function otherQueues(facts: WatchFacts): HealthLine[] {
  const { events, letters, labels, curations } = facts.queues
  const isLate = late(facts, 'events') > 0
  return [
    line('jobs-late', 'Payment provider events waiting', isLate ? waits(events) : 0, isLate && 'bad', {
      advice: 'The log says why we can’t handle them. We keep trying.',
    }),
    ...only(late(facts, 'letters') > 0, () =>
      line('letters-late', 'Letters that have stopped moving', waits(letters), 'bad', {
        advice: 'Nobody has got one for half an hour. Look at the emails that fail, and at the log.',
        link: { label: 'Letters', to: '/admin/letters' },
      }),
    ),
    ...only(late(facts, 'labels') > 0, () =>
      line('labels-late', 'Labels we couldn’t buy', waits(labels), 'bad', {
        advice: 'The carrier hasn’t given us these for hours. The log says why. We keep trying.',
      }),
    ),
    ...only(late(facts, 'curations') > 0, () =>
      line('curation-stuck', 'Curation that doesn’t end', waits(curations), 'bad', {
        advice: 'It has run for more than two hours. Start it again on the drop’s page.',
        link: { label: 'Drops', to: '/admin/drops' },
      }),
    ),
  ]
}

/** Most parts that are named. */
const mostNamed = 5

function workLines({ late: all, running }: ProcessFacts): HealthLine[] {
  const parts = new Map<PartName, LatePart>()
  for (const each of all) if (!parts.has(each.part)) parts.set(each.part, each)
  const named = [...parts.values()].slice(0, mostNamed)
  const worst = [...parts.keys()].some((part) => rules[part].wrong === 'bad') ? 'bad' : 'watch'
  return [
    line(
      'work-late',
      'Background work',
      named[0] ? `${formatCount(parts.size)} late` : running.length > 0 ? 'on time' : 'not running',
      named.length > 0 && worst,
      { advice: `It goes on by itself once it can. ${named.map(sentenceOf).join(' ')}` },
    ),
  ]
}

function sentenceOf({ part, silent, error, process }: LatePart): string {
  const where = process ? ` in ${process}` : ''
  return `“${part}”${where}: no good round for ${lasting(silent)}${error ? `: ${error}` : ', and none has ended'}.`
}

function processLine({ running, missing }: ProcessFacts): HealthLine {
  const all = running.length + missing.length
  return line(
    'processes',
    'Shop processes running',
    missing.length > 0 ? `${running.length} of ${all}` : running.length,
    missing.length > 0 && 'bad',
    {
      advice: `${missing.map(({ name, seenAt }) => `${name} was last heard of at ${seenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`).join(' ')} Start it again. If you took it away for good, we stop asking after a day.`,
    },
  )
}

const megabyte = 1024 * 1024
/** Free bytes below which the owner is warned; deploy/monitoring/alerts.yml has the same value. */
export const lowDisk = 1024 * megabyte

/** The fewest free bytes on the disk of any process's data folder. */
async function freeDisk(shop: Shop, { processes }: WatchFacts): Promise<number | null> {
  const known = [await shop.diskFree(), processes.diskFree].filter((each) => each !== null)
  return known.length > 0 ? Math.min(...known) : null
}

function diskLine(free: number | null): HealthLine {
  const wrong = free !== null && free < lowDisk && (free < leastRoom ? 'bad' : 'watch')
  return line(
    'disk-free',
    'Room on the disk of the data folder',
    free === null ? 'unknown' : sizeOf(free),
    wrong,
    {
      advice:
        'Delete what isn’t needed anymore, keep fewer backups, or get a larger disk. Without room, backups fail, and a shop without a database server stops selling.',
    },
  )
}

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

function sizeOf(bytes: number): string {
  return bytes < lowDisk
    ? `${Math.floor(bytes / megabyte)} MB`
    : `${figures.format(bytes / (1024 * megabyte))} GB`
}
