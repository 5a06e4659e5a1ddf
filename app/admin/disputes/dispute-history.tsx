import { type DisputeStatus, disputeWords } from '../../../domain/dispute.ts'
import { Instant } from '../ui/screen.tsx'
import './disputes.css'

/** Every status a dispute had, with its day. */
export function History({ history }: { history: { status: DisputeStatus; at: string }[] }) {
  return (
    <ol className="dispute-steps">
      {history.map(({ status, at }) => (
        <li key={`${at} ${status}`}>
          <Instant at={at} /> {disputeWords(status)}
        </li>
      ))}
    </ol>
  )
}
