import { type FormEvent, useState } from 'react'
import { type CalendarDate, formatDate, formatDay } from '../../domain/calendar-date.ts'
import { dropsBetween, dropTitle } from '../../domain/drop.ts'
import { measuringLine } from '../../domain/measuring.ts'
import type { MembershipView, MoneyView } from '../../domain/membership-view.ts'
import { formatCents } from '../../domain/money.ts'
import { beltSizes } from '../../domain/sizing.ts'
import { isTaxed } from '../../domain/tax.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { boxesToCome, paidLabel } from './belt-labels.ts'
import { BoxLabel } from './box-labels.tsx'
import { BoxesToCome, CancelPanel, CancelReasonChoice } from './cancel-panel.tsx'
import { type Notice, NoticeLine } from './client/notice.tsx'
import { type Months, outcomeLabel, type Panel, useMonths } from './client/use-months.ts'
import { MembershipActions } from './membership-actions.tsx'
import { MonthTimeline, SkippedMonths } from './month-timeline.tsx'
import { PlanPanel, PlanToCome } from './plan-panel.tsx'
import { TastePanel } from './taste-panel.tsx'
import { UpdateCard } from './update-card.tsx'

type NextBoxProps = { membership: MembershipView; hasPicture: boolean }

/** The next box: its dates, its months, what is paid, and all the ways to change them. */
export function NextBox({ membership, hasPicture }: NextBoxProps) {
  const [panel, setPanel] = useState<Panel | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const done = (said: Notice) => {
    setPanel(null)
    setNotice(said)
  }
  const months = useMonths(membership, done)
  const shared = { membership, months }
  const toggle = (which: Panel) => {
    setNotice(null)
    setPanel(panel === which ? null : which)
  }
  return (
    <section
      className={hasPicture ? 'next-box sheet' : 'next-box next-box-plain sheet'}
      aria-label="Next box"
    >
      <div className="next-words">
        <NoticeLine notice={notice} />
        <CardProblem membership={membership} />
        <CancelledNote {...shared} />
        <SizeWanted membership={membership} isOpen={panel === 'taste'} onOpen={() => toggle('taste')} />
        <BoxLabel membership={membership} />
        <MonthTimeline membership={membership} />
        <SkippedMonths {...shared} />
        <PaidFacts membership={membership} />
        <PlanToCome membership={membership} onDone={done} />
        <MembershipActions {...shared} panel={panel} onPanel={toggle} />
      </div>
      {hasPicture && (
        <div className="next-pic">
          <picture>
            <source type="image/avif" srcSet="/pictures/hero-mobile-960.avif" />
            <img src="/pictures/hero-mobile-960.webp" alt="" width={960} height={720} decoding="async" />
          </picture>
        </div>
      )}
      {panel && (
        // Below everything else, so it scrolls into view as it opens.
        <div
          className="next-panel"
          key={panel}
          ref={(opened) => opened?.scrollIntoView({ block: 'nearest' })}
        >
          {panel === 'pause' && <PausePanel {...shared} />}
          {panel === 'cancel' && <CancelPanel {...shared} onPanel={setPanel} />}
          {panel === 'plan' && <PlanPanel membership={membership} onDone={done} />}
          {panel === 'taste' && (
            <TastePanel id={`taste-${membership.id}`} membership={membership} onDone={done} />
          )}
        </div>
      )}
    </section>
  )
}

/** A failed renewal: what is on hold, and how to fix it. */
function CardProblem({ membership }: { membership: MembershipView }) {
  const today = useToday()
  const since = membership.money?.pastDueSince
  if (!since) return null
  return (
    <div className="alert bad">
      <Icon name="alert" />
      <div>
        <p>
          Your card was refused on {formatDay(since, today)}. Belts you’ve paid for still ship. The next ones
          are on hold.
        </p>
        <UpdateCard membershipId={membership.id} />
      </div>
    </div>
  )
}

/** What is paid and what will be charged, for the payer only. */
function PaidFacts({ membership }: { membership: MembershipView }) {
  const { taxedStates } = useShop()
  const { money } = membership
  if (!money) return null
  return (
    <dl className="kv num">
      <dt>Already paid</dt>
      <dd>{paidLabel(boxesToCome(membership))}</dd>
      <dt>Next charge</dt>
      <dd>{chargeLabel(membership, money, taxedStates)}</dd>
    </dl>
  )
}

/** The next charge, or why there is none. */
function chargeLabel(membership: MembershipView, money: MoneyView, taxedStates: readonly string[]): string {
  const { taste, isGift, status, lastDrop } = membership
  if (isGift) return `None: a gift is paid once${lastDrop ? `, and ends ${dropTitle(lastDrop)}` : ''}`
  if (status === 'past_due') return 'Waiting for a card that works'
  if (!money.nextChargeOn) return 'None. You won’t be charged again.'
  if (money.isChargingPaused) return 'None for now: payments are paused'
  // A renewal is taxed where the belts go by then, not where they went.
  return nextChargeLabel(money, money.nextChargeOn, isTaxed(taxedStates, taste?.address.state ?? ''))
}

/** "January 21, 2027, $69.50", and how much of it store credit pays; only the day while the amount isn't known. */
function nextChargeLabel(money: MoneyView, on: CalendarDate, hasTax: boolean): string {
  const priceCents = money.nextChargeCents
  if (priceCents === null) return `${formatDate(on)}. We’re checking the amount.`
  const toPayCents = priceCents - money.nextCreditCents
  const tax = hasTax ? ' plus tax' : ''
  const price = `${formatDate(on)}, ${formatCents(priceCents)}`
  if (money.nextCreditCents === 0) return `${price}${tax}`
  const credit = `${price}, less ${formatCents(money.nextCreditCents)} of store credit`
  return toPayCents === 0
    ? `${credit}. We won’t charge your card.`
    : `${credit}: ${formatCents(toPayCents)}${tax}`
}

/** After cancelling: which paid boxes still ship, that nothing more is charged, and how to undo it. */
function CancelledNote({ membership, months }: { membership: MembershipView; months: Months }) {
  const { money, isGift, status } = membership
  if (isGift || !money || (status !== 'cancelled' && status !== 'ended')) return null
  const boxes = boxesToCome(membership)
  return (
    <div className="account-cancelled">
      <p>
        This membership won’t renew, and you won’t be charged again.{' '}
        {boxes.length > 0 ? 'You’ve paid for these, and they’ll ship:' : 'Every belt has been sent.'}
      </p>
      <BoxesToCome boxes={boxes} />
      {money.canUndo && (
        <p>
          <BusyButton className="btn btn-2" isBusy={months.isBusy} onClick={months.undo}>
            Undo the cancellation
          </BusyButton>
        </p>
      )}
      {money.asksReason && <CancelReasonChoice membershipId={membership.id} told={money.cancelReason} />}
    </div>
  )
}

type SizeWantedProps = { membership: MembershipView; isOpen: boolean; onOpen: () => void }

/** Asks for a missing size, without which no belt ships (docs/decisions/027). */
function SizeWanted({ membership, isOpen, onOpen }: SizeWantedProps) {
  const { gender, taste, next } = membership
  const isWaiting = next !== null || boxesToCome(membership).length > 0
  if (!taste || !isWaiting || beltSizes[gender].includes(taste.size)) return null
  return (
    <div className="alert size-wanted">
      <Icon name="alert" />
      <div>
        <p>
          <b>Your belt is waiting for your size.</b> {measuringLine(gender)} If it still doesn’t fit,
          exchanges are free.
        </p>
        <p>
          <button
            className="btn btn-2"
            type="button"
            aria-expanded={isOpen}
            aria-controls={`taste-${membership.id}`}
            onClick={onOpen}
          >
            Choose your size
          </button>
        </p>
      </div>
    </div>
  )
}

/** One to three months, each with the dates it leads to (club-rules.md "Pause"). */
function PausePanel({ membership, months }: { membership: MembershipView; months: Months }) {
  const { taste, next, isGift, id } = membership
  const today = useToday()
  const pauses = taste?.pauses ?? []
  const [until, setUntil] = useState(pauses[0]?.until ?? '')
  function pause(event: FormEvent) {
    event.preventDefault()
    if (!months.isBusy) months.pause(until)
  }
  return (
    <form className="account-panel" id={`pause-${id}`} onSubmit={pause}>
      <fieldset className="group">
        <legend>Pause for</legend>
        <div className="account-options">
          {pauses.map((each) => {
            const count = dropsBetween(next?.drop ?? each.until, each.until)
            return (
              <label key={each.until} className="agree">
                <input
                  className="tick"
                  type="radio"
                  name="until"
                  value={each.until}
                  checked={until === each.until}
                  onChange={() => setUntil(each.until)}
                />
                <span>
                  <b>{['One month', 'Two months', 'Three months'][count - 1]}</b>
                  <span className="quiet">: {outcomeLabel(each.outcome, isGift, today)}</span>
                </span>
              </label>
            )
          })}
        </div>
      </fieldset>
      <p>
        <button className="btn btn-2" type="submit" aria-disabled={months.isBusy || undefined}>
          Pause
        </button>
      </p>
    </form>
  )
}
