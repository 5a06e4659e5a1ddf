import { and, eq, gte, inArray, isNull, lt } from 'drizzle-orm'
import { contactMessages, exchanges, letters, reviews } from '../../db/schema.ts'
import { menBelts } from '../../db/seed/men-belts.ts'
import { womenBelts } from '../../db/seed/women-belts.ts'
import type { BeltFields } from '../../domain/admin/belt-contracts.ts'
import { plainDoc } from '../../domain/admin/letter-blocks.ts'
import { cutOffDay, type Drop, shipBy } from '../../domain/drop.ts'
import { comesBack } from '../../domain/exchange.ts'
import { suggestSku } from '../../domain/sku.ts'
import { createBelt } from '../admin/belts/belts.ts'
import { setStock } from '../admin/belts/set-stock.ts'
import { createDrop, makeDropCurrent } from '../admin/drops/drops.ts'
import { packDrop } from '../admin/drops/pack-drop.ts'
import { receiveReturned, refundReturned, shipReplaced } from '../admin/exchanges/act-on-exchanges.ts'
import { decideClaimed } from '../admin/exchanges/claims.ts'
import { answerMessage } from '../admin/inbox/act-on-thread.ts'
import { sendLetter, updateLetter } from '../admin/letters/change-letter.ts'
import { buyLabels, quoteLabels, shipLabelled } from '../admin/parcels/drop-labels.ts'
import { decideReview } from '../admin/reviews/reviews.ts'
import type { Life } from './life.ts'
import { beltNames, beltWords, inboxWords, letterWords, suitsWords } from './words.ts'

/** Pieces of each size of a month's belts: enough, so that little is left. */
const pieces = 4

/** Prepares a month: its days, six belts and their stock. */
export async function prepareDrop(life: Life, drop: Drop, index: number): Promise<void> {
  const { shop, staff } = life
  await createDrop(shop, { drop, cutOffDay: cutOffDay(drop), shipBy: shipBy(drop) }, staff)
  for (const [place, name] of beltNames[index % beltNames.length]!.entries()) {
    const { belt } = await createBelt(shop, { drop, belt: beltOf(life, drop, { name, place, index }) }, staff)
    const changes = belt.stock.map(({ size, stock }) => ({ size, stock: pieces, was: stock }))
    await setStock(shop, { beltId: belt.id, changes }, staff)
  }
}

type Named = { name: string; place: number; index: number }

/** A belt of its own name that looks like one of the shop's pictures. */
function beltOf({ turn }: Life, drop: Drop, { name: short, place, index }: Named): BeltFields {
  const all = place < 3 ? menBelts : womenBelts
  const style = (['dress', 'casual', 'stretch'] as const)[place % 3]!
  const look = all.filter((belt) => belt.style === style)[(index + place) % 3]!
  const name = `The ${short}`
  const renamed = (alt: string | undefined) => (alt ?? '').replace(look.name, name)
  const { material, buckle, gender, colors, imageUrl, lifestyleImageUrl } = look
  return {
    ...{ name, material, buckle, style, gender, colors, imageUrl, lifestyleImageUrl, displayOrder: place },
    description: `${material}, ${colors[0]!.toLowerCase()}. ${turn(`${style} words`, beltWords[style])}`,
    widthMm: Number.parseInt(look.width, 10),
    sku: suggestSku({ gender, style, drop, name }, []),
    ...{ imageAlt: renamed(look.imageAlt), lifestyleAlt: renamed(look.lifestyleAlt) },
    suits: turn(`${gender} suits`, suitsWords[gender]),
    ...{ nightImageUrl: look.nightImageUrl ?? null, detailImageUrl: look.detailImageUrl ?? null },
    ...{ detailAlt: renamed(look.detailAlt), isActive: true },
  }
}

/** Shows the month's belts, which drafts their letter, and sends it. */
export async function showDrop(life: Life, drop: Drop): Promise<void> {
  await makeDropCurrent(life.shop, { drop }, life.staff)
  await sendMonthsLetter(life, drop)
}

/** Sends the letter that the shop has drafted for a month, with a greeting. */
export async function sendMonthsLetter({ shop, staff, turn }: Life, month: Drop): Promise<void> {
  const isIts = and(eq(letters.month, month), eq(letters.state, 'draft'))
  const [letter] = await shop.db.select().from(letters).where(isIts)
  if (!letter) return
  const [heading, ...rest] = letter.blocks
  const words = { id: 'hello', type: 'text' as const, doc: plainDoc(turn('letter', letterWords)) }
  const written = { letterId: letter.id, version: letter.version, blocks: [heading!, words, ...rest] }
  const { version } = await updateLetter(shop, written, staff)
  await sendLetter(shop, { letterId: letter.id, version, at: null }, staff)
}

/** Packs what is curated, buys every label, and hands the packages over. */
export async function shipDrop({ shop, staff }: Life, drop: Drop): Promise<void> {
  await packDrop(shop, { drop }, staff)
  for (let bought = -1; ; ) {
    const { quotedCents, wanted } = await quoteLabels(shop, { drop, ounces: 12 })
    const labels = await buyLabels(shop, { drop, upToCents: quotedCents }, staff)
    if ((wanted === 0 && labels.quoted === 0) || labels.bought === bought) break
    bought = labels.bought
  }
  await shipLabelled(shop, { drop }, staff)
}

const days = 24 * 60 * 60_000

/** What waits on the owner's desk from a few days ago: belts that came back, claims, and reviews to read. */
export async function workThroughDesk({ shop, staff }: Life): Promise<void> {
  const olderThan = (count: number) => new Date(shop.now().getTime() - count * days)
  const waiting = await shop.db
    .select()
    .from(exchanges)
    .where(
      and(
        inArray(exchanges.state, ['claimed', 'requested', 'received']),
        lt(exchanges.createdAt, olderThan(7)),
      ),
    )
  for (const exchange of waiting) {
    const { id: exchangeId, state, remedy } = exchange
    if (state === 'claimed') {
      await decideClaimed(shop, { exchangeId, remedy: 'replacement' }, staff)
      continue
    }
    if (state === 'requested' && comesBack(exchange))
      await receiveReturned(shop, { exchangeId, isAsNew: true }, staff)
    const trackingNumber = `INVENTED-${exchangeId.slice(0, 8)}`
    if (remedy === 'refund') await refundReturned(shop, { exchangeId }, staff)
    else await shipReplaced(shop, { exchangeId, trackingNumber }, staff)
  }
  const unread = await shop.db
    .select()
    .from(reviews)
    .where(and(eq(reviews.state, 'waiting'), lt(reviews.writtenAt, olderThan(2))))
  for (const { id: reviewId, writtenAt } of unread)
    await decideReview(shop, { reviewId, writtenAt: writtenAt.toISOString(), declinedFor: null }, staff)
}

/** Answers whoever wrote, with the words that were kept for them. */
export async function answerInbox({ shop, staff }: Life): Promise<void> {
  const since = new Date(shop.now().getTime() - 3 * days)
  const open = await shop.db
    .select()
    .from(contactMessages)
    .where(and(isNull(contactMessages.answeredAt), gte(contactMessages.createdAt, since)))
  for (const { id: messageId, subject, version } of open) {
    const text = inboxWords.find((each) => each.subject === subject)?.answer
    if (text) await answerMessage(shop, { messageId, text, version }, staff)
  }
}
