import type { MembershipView } from '../../domain/account/account-view.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { Icon } from '../ui/icons.tsx'
import { UpdateCard } from './update-card.tsx'

/** A renewal that could not be charged: what waits for it, and what mends it. */
export function CardProblem({ membership }: { membership: MembershipView }) {
  const since = membership.money?.pastDueSince
  if (!since) return null
  return (
    <div className="alert bad">
      <Icon name="alert" />
      <div>
        <p>
          Your card was refused on {formatDay(since)}. Belts that are paid for still ship; the next ones wait.
        </p>
        <UpdateCard membershipId={membership.id} />
      </div>
    </div>
  )
}
