import { and, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { shopNotices } from '../../db/schema.ts'
import { publicPages } from '../../domain/public-pages.ts'
import { keptSince } from '../../domain/retention.ts'
import {
  longestStill,
  mostRefusals,
  type NoticeKind,
  noticeKinds,
  noticeOf,
} from '../../domain/shop-notice.ts'
import { type Causer, causedBy } from '../limits/causer.ts'
import { addHits } from '../limits/count-hits.ts'
import type { Shop } from '../shop/shop.ts'
import { type HealthLine, line } from './health-line.ts'
import { watchLoop } from './watch-loop.ts'

const day = 24 * 60 * 60_000
/** Milliseconds for which a notice is an alarm. */
const alarming = 60 * 60_000

/** Deletes notices that are no longer kept: a refused network is someone's address. */
export async function pruneNotices({ db, now }: Shop): Promise<void> {
  await db.delete(shopNotices).where(lt(shopNotices.lastAt, keptSince('refusals', now())))
}

/** Takes back that a process stood still since an instant: it did what it was asked to, and nothing is wrong with the machine. */
export async function forgetStill({ db }: Pick<Shop, 'db'>, since: Date): Promise<void> {
  await db
    .delete(shopNotices)
    .where(and(eq(shopNotices.kind, 'stood still'), gte(shopNotices.firstAt, since)))
}

/** Remembers what the shop noticed about itself; the health page and its alarms read it (watch-lines.ts). */
async function notice(shop: Shop, kind: NoticeKind, about: string, amount: number): Promise<void> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(shopNotices)
      .values({ kind, about, amount, firstAt: now, lastAt: now })
      .onConflictDoUpdate({
        target: [shopNotices.kind, shopNotices.about],
        set: { lastAt: now, amount: sql`greatest(${shopNotices.amount}, excluded.amount)` },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` })
    if (!row?.isNew) return
    shop.log.warn({ kind, about: kind === 'refused often' ? undefined : about, amount }, 'the shop noticed')
  })
}

const said: Record<NoticeKind, string> = {
  'stood still': 'Processes that stood still in a day',
  'page lost': 'Public pages lost in a day',
  'refused often': 'Networks refused over and over in a day',
}

/** One line for each kind, for what was noticed within a day; red within an hour. */
export async function noticeLines({ db, now }: Shop): Promise<HealthLine[]> {
  const since = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  const found = await db
    .select()
    .from(shopNotices)
    .where(gt(shopNotices.lastAt, since(day)))
    .orderBy(desc(shopNotices.lastAt))
  return noticeKinds.map((kind) => {
    const own = found.filter((each) => each.kind === kind)
    const [last] = own
    const wrong = last && (last.lastAt > since(alarming) ? 'bad' : 'watch')
    return line(`noticed-${kind.replace(' ', '-')}`, said[kind], own.length, wrong ?? false, {
      advice: last ? noticeOf(kind, last.about, last.amount) : '',
    })
  })
}

/** Milliseconds between two looks at the public pages. */
const pagesEvery = 60_000

/**
 * Watches this process while it serves.
 * @param grace milliseconds of its start in which it may stand still; absent: the usual
 */
export function watchSelf(
  shop: Shop,
  ask: (path: string) => Promise<Response>,
  grace?: number,
): { stop(): void } {
  const stopLoop = watchLoop(
    longestStill * 1_000,
    (still) => tell(shop, 'stood still', '', Math.round(still / 1_000)),
    grace,
  )
  const timer = setInterval(() => {
    watchPages(shop, ask).catch((error: unknown) => shop.log.warn({ error }, 'the pages were not looked at'))
  }, pagesEvery).unref()
  return {
    stop() {
      stopLoop()
      clearInterval(timer)
    },
  }
}

function tell(shop: Shop, kind: NoticeKind, about: string, amount: number) {
  notice(shop, kind, about, amount).catch((error: unknown) =>
    shop.log.warn({ error, kind, amount }, 'what the shop noticed could not be kept'),
  )
}

/**
 * Looks at every public page as a visitor gets it.
 * @param ask answers a path as the port does
 */
export async function watchPages(shop: Shop, ask: (path: string) => Promise<Response>): Promise<void> {
  const missing = titleIn(await (await ask('/nobody-has-this-page')).text())
  for (const { path } of publicPages) {
    const answer = await ask(path)
    const html = await answer.text()
    // While the database is away, other alarms ring.
    if (answer.status >= 500) continue
    const isHidden =
      /<meta\s[^>]*\bname="robots"[^>]*noindex/i.test(html) ||
      /noindex/i.test(answer.headers.get('x-robots-tag') ?? '')
    const title = titleIn(html)
    if (answer.status !== 200 || isHidden || title === '' || title === missing)
      await notice(shop, 'page lost', path, 1)
  }
}

const titleIn = (html: string) => /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? ''

/** Refusals of each network that aren't in the database yet: most are of a few. */
const uncounted = new WeakMap<Shop, Map<Causer, number>>()
/** After how many the database hears of them, and how many networks are counted at a time. */
const [atOnce, mostNetworks] = [50, 10_000]

/** Counts that a caller was refused, in all processes together, and notices more than a thousand within an hour. */
export function noteRefusal(shop: Shop, address: string): void {
  const network = causedBy.network(address)
  const own = uncounted.get(shop) ?? new Map<Causer, number>()
  uncounted.set(shop, own)
  const refused = (own.get(network) ?? 0) + 1
  if (own.size >= mostNetworks) own.clear()
  own.set(network, refused % atOnce)
  if (refused < atOnce) return
  addHits(shop, 'refusals', network, atOnce).then(
    (all) => {
      if (all > mostRefusals) return notice(shop, 'refused often', network, all)
    },
    (error: unknown) => shop.log.warn({ error }, 'refusals were not counted'),
  )
}
