import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import type { OpenPromise, PromiseGroup } from '../../domain/admin/promise-contracts.ts'
import { instantAt } from '../../domain/calendar-date.ts'
import { checkHealth } from '../health/check-health.ts'
import { personIdOf } from '../members/member.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { countApprovals } from '../staff/give-away.ts'
import { type Owed, openPromises } from './shop-promises.ts'

/** Rows per kind by default. */
const rows = 25

/** Health checks left out here, because another kind of promise lists them row by row. */
const saidElsewhere = new Set([
  'promises-late',
  'drops-late',
  'boxes-held',
  'exchanges-late',
  'messages-late',
  'refunds-failed',
  'refunds-open',
  'disputes-asking',
  'movements-unexplained',
])

/**
 * Every open promise with its day, its person and the action that closes it: the soonest of each kind, or one kind page by
 * page.
 */
export async function listPromises(
  shop: Shop,
  { kind, cursor, limit = rows }: AdminInput<'listPromises'>,
): Promise<AdminReply<'listPromises'>> {
  const today = shopDay(shop)
  const { groups: known, pages } = await openPromises(shop)
  const broken = await brokenLines(shop, known)
  const groups: PromiseGroup[] = known.map(({ isCalling: _, ...group }) => group)
  if (broken[0]) {
    const act = { label: 'Health', to: '/admin/health' }
    const what = 'Health checks that need you'
    groups.push({
      kind: 'health',
      what,
      dueOn: today,
      open: broken.length,
      due: broken.length,
      late: 0,
      owner: 'owner',
      act,
    })
  }
  const asked = await countApprovals(shop)
  if (asked > 0)
    groups.push({
      ...{ kind: 'approval', what: 'Gifts over someone’s day that wait for an owner', dueOn: today },
      ...{ open: asked, due: asked, late: 0, owner: 'owner' },
      act: { label: 'Decide', to: '/admin/today' },
    })
  const sum = (of: 'open' | 'due' | 'late') => groups.reduce((total, group) => total + group[of], 0)
  const found: OpenPromise[] = []
  let nextCursor: string | null = null
  for (const each of pages) {
    if (kind && kind !== each.kind) continue
    const { owed, next } = await each.page({ after: (kind && cursor) || null, limit })
    found.push(
      ...owed.map((one) => viewOf(one, { kind: each.kind, owner: each.owner, today, now: shop.now() })),
    )
    if (kind) nextCursor = next
  }
  if (!kind || kind === 'health') found.push(...broken)
  found.sort((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0))
  return {
    today,
    ...{ open: sum('open'), due: sum('due'), late: sum('late') },
    isCalling: known.some(({ isCalling }) => isCalling),
    ...{ groups, promises: found, nextCursor },
  }
}

function viewOf(
  { since: _, dueAt, owner, person, ...rest }: Owed,
  at: { kind: OpenPromise['kind']; owner: string; today: string; now: Date },
): OpenPromise {
  return {
    ...rest,
    kind: at.kind,
    dueAt: dueAt?.toISOString() ?? null,
    isLate: dueAt ? dueAt < at.now : rest.dueOn < at.today,
    person: person && { ...person, personId: person.email && personIdOf(person.email) },
    owner: owner ?? at.owner,
  }
}

async function brokenLines(
  shop: Shop,
  known: Awaited<ReturnType<typeof openPromises>>['groups'],
): Promise<OpenPromise[]> {
  const { lines } = await checkHealth(shop, known)
  return lines
    .filter(({ id, state }) => state === 'bad' && !saidElsewhere.has(id) && !id.startsWith('stray-'))
    .map(({ id, label, value, link }) => ({
      ...{ id, kind: 'health' as const, what: `${label}: ${value}`, dueOn: shopDay(shop), dueAt: null },
      ...{ isLate: false, person: null, owner: 'owner' },
      act: link ?? { label: 'Health', to: '/admin/health' },
    }))
}

/** Hour of the shop's day when the owner is emailed what is due. */
const morning = 8

/**
 * Queues the morning email once a day, however many processes run. If the shop was down in the morning, it is sent at
 * startup that day; a missed day isn't made up for, because the next email includes its promises. Whether anything is due is
 * checked when it is sent (server/emails/owner-mails.ts).
 */
export async function enqueuePromisesMail(shop: Shop): Promise<void> {
  const today = shopDay(shop)
  if (shop.now() < instantAt(today, morning, shop.config.timeZone)) return
  await enqueueMail(shop.db, shop, { kind: 'promises-due', about: { day: today } })
}
