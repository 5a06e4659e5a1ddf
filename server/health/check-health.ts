import { type SQL, sql } from 'drizzle-orm'
import { countsOf, rowsOf } from '../../db/database.ts'
import { boxState, exchangeState, isSentBack } from '../../db/schema/states.ts'
import type { AdminReply } from '../../domain/admin/contracts.ts'
import type { PromiseGroup } from '../../domain/admin/promise-contracts.ts'
import { sentStates, unshippedStates } from '../../domain/box.ts'
import { formatCount } from '../../domain/count.ts'
import { type Drop, dropTitle } from '../../domain/drop.ts'
import { recipientChoosesSize, unsureSize } from '../../domain/sizing.ts'
import { sendBackTime } from '../../domain/term-words.ts'
import { countExchanges, goneReplacements } from '../exchanges/open-exchanges.ts'
import { countOpenMessages } from '../inbox/answer-clock.ts'
import { isAttacked } from '../limits/proof-of-work.ts'
import { countUnasked, forgottenAtPickup } from '../parcels/followed-parcels.ts'
import { proxyWarning } from '../shop/proxy-warning.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { heldBoxes, lateBoxes, shopCounts } from '../telemetry/shop-counts.ts'
import { type HealthLine, line } from './health-line.ts'
import { moneyFacts } from './money-facts.ts'
import { providerFacts } from './provider-facts.ts'
import { watchLines } from './watch-lines.ts'

/** Milliseconds an exchange may stay open after its last day before it counts as overlooked. */
const grace = 24 * 60 * 60_000

/** Exchanges past their promised day, and replacements out of stock. */
async function exchangeFacts(shop: Shop): Promise<HealthLine[]> {
  const { late } = await countExchanges(shop)
  const over = new Date(shop.now().getTime() - grace).toISOString()
  const { overdue, gone } = await countsOf(shop.db, {
    overdue: sql`select count(*) from exchanges where state in ${exchangeState.list('requested')} and ${isSentBack('exchanges')} and expires_at <= ${over}::timestamptz`,
    gone: sql`select count(*) from ${goneReplacements} gone`,
  })
  const link = { label: 'Exchanges', to: '/admin/exchanges' }
  return [
    line('exchanges-late', 'Exchanges past their promised day', late, late > 0 && 'bad', {
      advice:
        'The belt came back, or arrived damaged, more than 7 days ago. Ship the replacement, or send the refund.',
      link,
    }),
    line('exchanges-without-stock', 'Replacements out of stock', gone, gone > 0 && 'bad', {
      advice: 'Send something else, send a refund, or fix the stock if you do have one.',
      link,
    }),
    line(
      'exchanges-overdue',
      `Returns we’ve waited for longer than ${sendBackTime}`,
      overdue,
      overdue > 0 && 'watch',
      {
        advice:
          'A package that’s on its way may still come. If its carrier lost it, mark it as received, or cancel the exchange. The others should have ended automatically: check that the shop’s jobs are running.',
        link,
      },
    ),
  ]
}

/** Whether visitors can be told apart, and whether callers need a proof of work. */
async function doorFacts(shop: Shop): Promise<HealthLine[]> {
  const warning = proxyWarning(shop)
  const attacked: string[] = []
  for (const [what, label] of [
    ['mails', 'mails'],
    ['checkouts', 'checkouts'],
    ['signIns', 'sign-ins'],
  ] as const)
    if (await isAttacked(shop, what)) attacked.push(label)
  return [
    line('visitors-apart', 'Visitors are told apart', warning ? 'no' : 'yes', warning !== null && 'bad', {
      advice: warning ?? '',
    }),
    line(
      'proof-of-work',
      'Proof of work against an attack',
      attacked.length > 0 ? `on for ${attacked.join(', ')}` : 'off',
      attacked.length > 0 && 'watch',
      { advice: 'Visitors don’t notice it. It turns off an hour after the attack ends.' },
    ),
  ]
}

type PromiseCounts = Pick<PromiseGroup, 'open' | 'late'>[]

/** Every line of the health page. @param promises the shop's open promises, counted by kind (server/promises) */
export async function checkHealth(shop: Shop, promises: PromiseCounts): Promise<AdminReply<'readHealth'>> {
  const lines: HealthLine[] = [
    ...(await watchLines(shop)),
    ...(await moneyFacts(shop)),
    ...(await providerFacts(shop)),
    ...(await boxFacts(shop)),
    ...(await exchangeFacts(shop)),
    promiseLine(promises),
    await inboxLine(shop),
    ...(await carrierLine(shop)),
    ...(await doorFacts(shop)),
  ]
  const worst = (['bad', 'watch'] as const).find((state) => lines.some((each) => each.state === state))
  return { state: worst ?? 'good', at: shop.now().toISOString(), lines }
}

/** Promises to people that are past their day; Today lists each kind separately. */
function promiseLine(groups: PromiseCounts): HealthLine {
  const sum = (of: 'open' | 'late') => groups.reduce((total, group) => total + group[of], 0)
  return line(
    'promises-late',
    'Promises past their day',
    `${formatCount(sum('late'))} of ${formatCount(sum('open'))} open`,
    sum('late') > 0 && 'watch',
    { advice: 'Each has a button that takes care of it.', link: { label: 'Today', to: '/admin/today' } },
  )
}

async function inboxLine(shop: Shop): Promise<HealthLine> {
  const { open, late } = await countOpenMessages(shop)
  return line(
    'messages-late',
    'Messages past the answer we promised',
    `${late} of ${open} open`,
    late > 0 && 'watch',
    {
      advice: 'Answer them, oldest first.',
      link: { label: 'Open', to: '/admin/inbox' },
    },
  )
}

/** Whether the carrier says where packages are; the demo's always does. */
async function carrierLine(shop: Shop): Promise<HealthLine[]> {
  if (!shop.carrier || shop.carrier.kind === 'demo') return []
  const unasked = await countUnasked(shop)
  const forgotten = await forgottenAtPickup(shop)
  return [
    line('packages-unasked', 'Packages without word from the carrier', unasked, unasked > 0 && 'watch', {
      advice:
        'For a day, the carrier hasn’t answered when we asked about them, so a lost one isn’t noticed. The log says why: most often EASYPOST_API_KEY has expired, or a tracking number is wrong.',
    }),
    line(
      'packages-forgotten',
      'Packages waiting for pickup for a month',
      forgotten.length,
      forgotten.length > 0 && 'watch',
      {
        advice: `The carrier still says that someone has to come for them, so they don’t count as lost. Ask it about ${forgotten.slice(0, 5).join(', ')}, and tell their recipients.`,
      },
    ),
  ]
}

/** Boxes owed and shipped, late drops, and memberships nothing can be packed for. */
async function boxFacts(shop: Shop): Promise<HealthLine[]> {
  const drop = shopDay(shop).slice(0, 7)
  const { boxesLate, boxesHeld } = shopCounts(shop)
  const found = await countsOf(shop.db, {
    shipped: sql`select coalesce(sum(boxes), 0) from box_counts where drop = ${drop} and state in ${boxState.list(...sentStates)}`,
    waiting: sql`select coalesce(sum(boxes), 0) from box_counts where drop = ${drop} and state in ${boxState.list(...unshippedStates)}`,
    late: boxesLate,
    held: boxesHeld,
    sizeless: sql`select count(*) from memberships m where m.size in (${sql.raw(`'${recipientChoosesSize}', '${unsureSize}'`)}) and exists ( select 1 from boxes b where b.membership_id = m.id and b.state in ${boxState.list('owed', 'held')})`,
  })
  const lateDrop = found.late > 0 ? await oldestDrop(shop, lateBoxes(shop)) : null
  const heldDrop = found.held > 0 ? await oldestDrop(shop, heldBoxes) : null
  const all = found.shipped + found.waiting
  return [
    line(
      'boxes-of-the-month',
      'This month’s boxes, shipped and owed',
      `${formatCount(found.shipped)} of ${formatCount(all)}`,
      false,
      {
        advice: '',
      },
    ),
    line('drops-late', 'Boxes past their ship-by day', found.late, found.late > 0 && 'bad', {
      advice: 'Pack and ship them, or move the drop and tell everyone affected.',
      ...(lateDrop && { link: { label: dropTitle(lateDrop), to: `/admin/drops/${lateDrop}/pack` } }),
    }),
    line('boxes-held', 'Boxes held', found.held, found.held > 0 && 'watch', {
      advice: 'Each is waiting for a size, an address, a belt or the end of a dispute.',
      ...(heldDrop && { link: { label: dropTitle(heldDrop), to: `/admin/drops/${heldDrop}/curate` } }),
    }),
    line(
      'memberships-without-size',
      'Memberships without a size',
      found.sizeless,
      found.sizeless > 0 && 'watch',
      {
        advice:
          'Their wearers are unsure or haven’t chosen. We ask them before the cut-off. After it, set their size or ask again.',
        link: { label: 'Drops', to: '/admin/drops' },
      },
    ),
  ]
}

/** The oldest drop, to start with. */
async function oldestDrop(shop: Shop, which: SQL): Promise<Drop | null> {
  const [row] = await rowsOf(shop.db, sql`select min(b.drop) as drop from ${which}`)
  return typeof row?.drop === 'string' ? row.drop : null
}
