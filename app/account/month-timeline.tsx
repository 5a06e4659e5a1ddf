import { leftStates, voidStates } from '../../domain/box.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { addDrops, type Drop, dropName, dropsBetween, firstDrop } from '../../domain/drop.ts'
import type { MembershipView } from '../../domain/membership-view.ts'
import { useToday } from '../shop/use-shop.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { type Months, monthsLabel } from './client/use-months.ts'
import '../ui/run.css'

const maxMonths = 12

/**
 * The months of a membership as holes in a strap: filled for sent, ringed for next, hollow for upcoming, dashed for
 * skipped.
 */
export function MonthTimeline({ membership }: { membership: MembershipView }) {
  const months = monthsOf(membership, useToday())
  if (months.length < 2) return null
  return (
    <ol className="run run-long" aria-label="Months">
      {months.map(({ drop, look, word }) => {
        const name = dropName(drop)
        return (
          <li key={drop} className={look}>
            <span aria-hidden="true">{name.slice(0, 3)}</span>
            <span className="sr">{`${name}, ${word}`}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** Skipped months that are still ahead, with Undo. */
export function SkippedMonths({ membership, months }: { membership: MembershipView; months: Months }) {
  const skipped = skippedMonths(membership, useToday())
  if (skipped.length === 0) return null
  return (
    <p className="small skipped-months">
      {`${monthsLabel(skipped)} ${skipped.length === 1 ? 'is' : 'are'} skipped.`}
      <BusyButton className="btn btn-3" isBusy={months.isBusy} onClick={months.resume}>
        Undo
      </BusyButton>
    </p>
  )
}

/** The months between now and the next box, if the member can resume. */
function skippedMonths({ boxes, next, taste }: MembershipView, today: CalendarDate): Drop[] {
  if (!next || !taste?.resume) return []
  const first = firstDrop(today)
  const count = Math.max(0, dropsBetween(first, next.drop))
  return Array.from({ length: count }, (_, index) => addDrops(first, index)).filter(
    (drop) => !boxes.some((box) => box.drop === drop),
  )
}

type Month = { drop: Drop; look: string | undefined; word: string }

function monthsOf(membership: MembershipView, today: CalendarDate): Month[] {
  const { boxes, next } = membership
  const skipped = skippedMonths(membership, today)
  const counted = boxes.filter(({ isReplacement }) => !isReplacement)
  const drops = [...counted.map(({ drop }) => drop), ...skipped, ...(next ? [next.drop] : [])].sort()
  const [first, last] = [drops[0], drops.at(-1)]
  if (!first || !last) return []
  const count = Math.min(maxMonths, dropsBetween(first, last) + 1)
  return Array.from({ length: count }, (_, index) => {
    const drop = addDrops(last, index - count + 1)
    const box =
      counted.find((each) => each.drop === drop && !voidStates.includes(each.state)) ??
      counted.find((each) => each.drop === drop)
    if (box && leftStates.includes(box.state)) return { drop, look: 'sent', word: 'sent' }
    if (drop === next?.drop) return { drop, look: 'next', word: box ? 'next' : 'next, not paid yet' }
    if (skipped.includes(drop)) return { drop, look: 'skip-m', word: 'skipped' }
    if (!box) return { drop, look: 'skip-m', word: 'no belt' }
    if (voidStates.includes(box.state))
      return { drop, look: 'skip-m', word: box.state === 'cancelled' ? 'canceled' : box.state }
    return { drop, look: undefined, word: 'to come' }
  })
}
