import type { MembershipView } from '../../domain/account/account-view.ts'
import { formatDay } from '../../domain/calendar-date.ts'

/** The sheet of the next box. */
export function NextBox({ membership }: { membership: MembershipView }) {
  const { next } = membership
  return (
    <section className="next-box sheet" aria-label="Next box">
      {next && (
        <p className="lead">
          Ships by {formatDay(next.shipBy)}. Change anything until {formatDay(next.changeUntil)}.
        </p>
      )}
    </section>
  )
}
