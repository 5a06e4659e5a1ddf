import type { RecordPart } from '../../../domain/track-record.ts'
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
