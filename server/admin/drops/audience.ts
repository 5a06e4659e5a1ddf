import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { boxState, membershipStatus } from '../../../db/schema/states.ts'
import { unpackedStates, unshippedStates, voidStates } from '../../../domain/box.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { addDrops, type Drop } from '../../../domain/drop.ts'
import { isAheadOfCutOff } from '../../ledger/next-drop.ts'
import { shopDay } from '../../ledger/shop-day.ts'
import { announcedAt } from '../../memberships/secret-gifts.ts'
import type { Shop } from '../../shop/shop.ts'

export type Recipient = { membershipId: string; email: string; as: 'member' | 'giver' }

type Row = {
  id: string
  isGift: boolean
  memberEmail: string | null
  payerEmail: string | null
  noticeOn: string | null
  boxes: number
}

type Which = {
  drop: Drop
  /** also members whose next charge buys this drop: if the drop moves to another month, so does that charge */
  withRenewals: boolean
  /** only this membership */
  membershipId?: string
}

/**
 * Who is waiting for an unshipped box of a drop: the wearer, and the giver of a gift. Recipients who don't know about the
 * gift yet are left out. An address appears once per role, even with several boxes: for own belts,
 * for belts it was given, and for those it gives.
 */
export async function findAudience(
  db: Database | Transaction,
  shop: Shop,
  { drop, withRenewals, membershipId }: Which,
) {
  const one = membershipId ? sql`and m.id = ${membershipId}` : sql``
  const renewing = sql`union all select m.id, 0 from memberships m
    where ${isAboutToBuy(drop, shopDay(shop), shop.config.timeZone)} ${one}`
  const rows = await rowsOf<Row>(
    db,
    sql`select m.id::text as id, m.is_gift as "isGift", m.member_email as "memberEmail", m.payer_email as "payerEmail",
        m.notice_on::text as "noticeOn", waiting.boxes
      from (
        select m.id, count(*)::int as boxes from boxes b join memberships m on m.id = b.membership_id
        where b.drop = ${drop} and b.state in ${boxState.list(...unshippedStates)} ${one}
        group by m.id ${withRenewals ? renewing : sql``}
      ) waiting join memberships m on m.id = waiting.id
      order by m.id`,
  )
  const told = new Map<string, Recipient>()
  const found = { boxes: 0, unreachable: 0, unannounced: 0 }
  for (const row of rows) {
    found.boxes += row.boxes
    const since = announcedAt(shop, row.noticeOn)
    const isSecret = since !== null && since > shop.now()
    if (isSecret) found.unannounced += 1
    const wearer = row.isGift ? (isSecret ? null : row.memberEmail) : (row.memberEmail ?? row.payerEmail)
    const giver = row.isGift ? row.payerEmail : null
    if (!wearer && !giver) found.unreachable += row.boxes
    // Only the email about one's own belts asks whether to wait, so one about a gift can't stand for it.
    if (wearer) add({ membershipId: row.id, email: wearer, as: 'member' }, row.isGift ? 'gift' : 'own')
    if (giver) add({ membershipId: row.id, email: giver, as: 'giver' }, 'giver')
  }
  return { ...found, listeners: [...told.values()] }

  function add(listener: Recipient, role: 'own' | 'gift' | 'giver') {
    const key = `${listener.email} ${role}`
    if (!told.has(key)) told.set(key, listener)
  }
}

/** Condition on memberships `m`: the next charge buys this drop, and no earlier box is due. That charge moves with it. */
export function isAboutToBuy(drop: Drop, today: CalendarDate, timeZone: string): SQL {
  return sql`(m.renews and m.status in ${membershipStatus.list('active')} and m.stripe_subscription_id is not null and m.paid_until > ${today}
    and m.paid_until >= ${`${addDrops(drop, -1)}-01`} and m.paid_until < ${`${drop}-01`}
    and not exists (select 1 from boxes own where own.membership_id = m.id and own.kind = 'owed'
      and (own.state not in ${boxState.list(...voidStates)} and own.drop >= ${drop}
        or own.state in ${boxState.list(...unpackedStates)} and ${isAheadOfCutOff(sql`own.drop`, today, timeZone)})))`
}
