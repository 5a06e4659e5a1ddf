import type { MembershipView } from '../../domain/account/account-view.ts'
import { BeltEntry } from './belt-entry.tsx'

const isSent = new Set(['shipped', 'delivered', 'returned'])

/** The belts that were sent, newest first. */
export function BeltsSection({ membership }: { membership: MembershipView }) {
  const sent = membership.boxes.filter(({ state }) => isSent.has(state)).reverse()
  if (sent.length === 0) return null
  const titleId = `belts-${membership.id}`
  return (
    <section aria-labelledby={titleId}>
      <h3 className="account-h" id={titleId}>
        {membership.role === 'giver' ? 'Belts sent' : 'Your belts'}
      </h3>
      <div className="belts-sent">
        {sent.map((box) => (
          <BeltEntry key={box.id} box={box} membership={membership} />
        ))}
      </div>
    </section>
  )
}
