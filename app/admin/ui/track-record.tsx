import type { RecordPart } from '../../../domain/track-record.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import './track-record.css'

/** What became of someone's belts, in one line; what is above the owner's limits is red, and says so. */
export function TrackRecordLine({ parts }: { parts: RecordPart[] }) {
  if (parts.length === 0) return null
  return (
    <ul className="track-record num" aria-label="Their record">
      {parts.map(({ words, isOver }) => (
        <li key={words} className={isOver ? 'over' : 'quiet'}>
          {words}
          {isOver && <span className="sr">, over the limit</span>}
        </li>
      ))}
    </ul>
  )
}

/**
 * The record of an order's people, or of an address, beside every button that gives money or goods
 * (scripts/giving-source.test.ts). Roles that don't see money don't see it.
 */
export function RecordOf(of: { orderId: string } | { email: string }) {
  const isKnown = 'orderId' in of || of.email.includes('@')
  const found = useAdmin('readTrackRecord', of, { enabled: useStaff().may('readTrackRecord') && isKnown })
  return <TrackRecordLine parts={found.data?.trackRecord ?? []} />
}
