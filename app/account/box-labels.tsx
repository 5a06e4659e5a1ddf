import { unshippedStates } from '../../domain/box.ts'
import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { dropName } from '../../domain/drop.ts'
import { shipsText } from '../../domain/first-belt.ts'
import type { BoxView, MembershipView } from '../../domain/membership-view.ts'
import { useToday } from '../shop/use-shop.ts'
import { pickerFor, placeLabel, tasteLabel } from './belt-labels.ts'

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** "Monday, November 30" */
function weekdayLabel(day: CalendarDate, today: CalendarDate): string {
  return `${names[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${formatDay(day, today)}`
}

const held: Record<string, string> = {
  size: 'It’s waiting for your size. Choose it below.',
  address: 'It’s waiting for your address. Add it below.',
  unseen: 'You’ve had every belt in this drop that comes in your size. We’re finding you another.',
  stock: 'We’ve run out of your size. More are on the way.',
  return: 'It ships once we have the one you’re sending back.',
  dispute: 'It’s on hold while your bank looks into the payment.',
}
/** For a giver, who can't choose for the wearer. */
const heldForGiver: Record<string, string> = {
  ...held,
  size: 'It’s waiting for their size, and ships once they’ve chosen one.',
  address: 'It’s waiting for their address, and ships once they’ve added it.',
  unseen: 'They’ve had every belt in this drop that comes in their size. We’re finding them another.',
  stock: 'We’ve run out of their size. More are on the way.',
  return: 'It ships once we have the one they’re sending back.',
}
const heldOtherwise = 'It’s on hold for now. You don’t need to do a thing.'

/** The next box: when it ships and until when it can be changed. */
export function BoxLabel({ membership }: { membership: MembershipView }) {
  const { next, taste, role } = membership
  const picker = pickerFor(membership)
  const underWay = boxUnderWay(membership)
  const today = useToday()
  const holdWords = (reason: string) => (taste ? held : heldForGiver)[reason] ?? heldOtherwise
  if (!next && !underWay) {
    return (
      <p className="lead box-lead">
        {membership.sentCount > 0 ? 'Every belt has been sent.' : 'No belts on the way.'}
      </p>
    )
  }
  return (
    <div className="box-words">
      {underWay && (
        <p className="lead box-lead">
          {underWay.holdReason
            ? holdWords(underWay.holdReason)
            : underWay.isReplacement
              ? 'Your other belt is being packed.'
              : underWayWords(underWay, picker, today)}
        </p>
      )}
      {next && (
        <>
          {next.holdReason && <p className="lead box-lead">{holdWords(next.holdReason)}</p>}
          {!underWay && (
            <p className="lead box-lead">
              {`${next.isPaid ? 'Ships' : 'Paid with the next charge, ships'} ${shipsText(next, picker, today)}.`}
            </p>
          )}
          {role !== 'giver' && (
            <p className="quiet">
              {[
                `${underWay ? `Change ${dropName(next.drop)}’s` : 'Change anything'} until`,
                `${weekdayLabel(next.changeUntil, today)}${next.changeUntil === today ? ', today' : ''}.`,
                taste &&
                  `${capital(tasteLabel(taste))}, to ${placeLabel(taste.address) || 'no address yet'}.`,
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** "December’s belt is being chosen and packed, and ships by December 5." */
function underWayWords(box: BoxView, picker: string, today: CalendarDate): string {
  const belt = `${dropName(box.drop)}’s belt`
  if (box.waitsForSize) return `${belt} ships ${shipsText(box, picker, today)}.`
  return `${belt} is being chosen and packed, and ships ${box.shipBy < today ? 'as soon as it can' : shipsText(box, picker, today)}.`
}

/** A box past its cut-off that hasn't shipped yet. */
function boxUnderWay({ boxes, next }: MembershipView): BoxView | undefined {
  return boxes.find(
    ({ state, drop }) => unshippedStates.includes(state) && (next === null || drop < next.drop),
  )
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
