import type { MembershipView } from '../../domain/account/account-view.ts'
import { leftStates } from '../../domain/box.ts'
import { BeltEntry } from './belt-entry.tsx'
import { NewestBelt } from './exchanges/newest-belt.tsx'

type BeltsSectionProps = { membership: MembershipView; heading: 'h2' | 'h3' }

/** The belts that were sent, newest first. */
export function BeltsSection({ membership, heading: Heading }: BeltsSectionProps) {
  const sent = membership.boxes.filter(({ state }) => leftStates.includes(state)).reverse()
  if (sent.length === 0) return null
  const titleId = `belts-${membership.id}`
  return (
    <section aria-labelledby={titleId}>
      <Heading className="account-h" id={titleId}>
        {membership.role === 'giver' ? 'Belts sent' : 'Your belts'}
      </Heading>
      <NewestBelt membershipId={membership.id} heading={Heading === 'h2' ? 'h3' : 'h4'} />
      <div className="belts-sent">
        {sent.map((box) => (
          <BeltEntry
            key={box.id}
            box={box}
            membership={membership}
            heading={Heading === 'h2' ? 'h3' : 'h4'}
          />
        ))}
      </div>
    </section>
  )
}
