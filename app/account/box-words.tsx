import type { BoxView, MembershipView } from '../../domain/account/account-view.ts'
import { unshippedStates } from '../../domain/box.ts'
import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { dropName } from '../../domain/drop.ts'
import { useToday } from '../shop/use-shop.ts'
import { placeWords, tasteWords } from './belts-words.ts'

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** "Monday, November 30" */
function weekdayWords(day: CalendarDate): string {
  return `${names[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${formatDay(day)}`
}

const held: Record<string, string> = {
  size: 'It waits for a size: choose yours below.',
  address: 'It waits for an address: tell us yours below.',
  unseen: 'It waits: you have had every belt of this drop that is made in your size. We are looking for one.',
  stock: 'It waits: the belts of your size have run out. More are on their way.',
  return: 'It waits for the belt that you send back.',
  dispute: 'It waits for your bank, which examines the payment.',
}

/** Which box comes next, by when it ships, and until when it can be changed. */
export function BoxWords({ membership }: { membership: MembershipView }) {
  const { next, taste, role } = membership
  const underWay = boxUnderWay(membership)
  const today = useToday()
  if (!next && !underWay) {
    return (
      <p className="lead box-lead">
        {membership.sentCount > 0 ? 'Every belt has been sent.' : 'No belt is to come.'}
      </p>
    )
  }
  return (
    <div className="box-words">
      {underWay && (
        <p className="lead box-lead">
          {underWay.holdReason
            ? held[underWay.holdReason]
            : underWay.isReplacement
              ? 'Your other belt is being packed.'
              : `${dropName(underWay.drop)}’s belt is being chosen and packed, and ships ${underWay.shipBy < today ? 'as soon as it can' : `by ${formatDay(underWay.shipBy)}`}.`}
        </p>
      )}
      {next && (
        <>
          {next.holdReason && <p className="lead box-lead">{held[next.holdReason]}</p>}
          {!underWay && (
            <p className="lead box-lead">
              {next.isPaid ? 'Ships' : 'Paid with the next charge, ships'} by {formatDay(next.shipBy)}.
            </p>
          )}
          {role !== 'giver' && (
            <p className="quiet">
              {underWay ? `Change ${dropName(next.drop)}’s` : 'Change anything'} until{' '}
              {weekdayWords(next.changeUntil)}
              {next.changeUntil === today ? ', today' : ''}.{' '}
              {taste && `${capital(tasteWords(taste))}, to ${placeWords(taste.address) || 'no address yet'}.`}
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** The box whose cut-off is over and which has not left yet. */
function boxUnderWay({ boxes, next }: MembershipView): BoxView | undefined {
  return boxes.find(
    ({ state, drop }) => unshippedStates.includes(state) && (next === null || drop < next.drop),
  )
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
