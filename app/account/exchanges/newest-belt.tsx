import { dropName } from '../../../domain/drop.ts'
import './exchanges.css'
import { FeedbackTaps } from './feedback-taps.tsx'
import { useSentBelts } from './use-sent-belts.ts'

type NewestBeltProps = { membershipId: string; heading: 'h3' | 'h4' }

/** Asks about the belt that came last: two taps, without opening anything. */
export function NewestBelt({ membershipId, heading: Heading }: NewestBeltProps) {
  const belt = useSentBelts().data?.find((each) => each.membershipId === membershipId && each.mayTell)
  if (!belt) return null
  return (
    <div className="belt-ask paper">
      <Heading>
        {belt.belt ? `Did ${belt.belt.name} arrive?` : `Did the ${dropName(belt.drop)} belt arrive?`}
      </Heading>
      <FeedbackTaps belt={belt} />
    </div>
  )
}
