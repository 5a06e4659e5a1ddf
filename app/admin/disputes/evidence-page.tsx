import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { disputeWords, plainStatus } from '../../../domain/dispute.ts'
import { formatCents } from '../../../domain/money.ts'
import { addressOf, toastUnmade, useAdmin, useChange } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'

import { History } from './dispute-history.tsx'

type Evidence = AdminReply<'readEvidence'>

const answers = {
  none: 'Nothing has been sent to the payment provider yet.',
  staged: 'It’s saved at the payment provider. The bank won’t see it until you send it.',
  submitted: 'The bank has it.',
  unknown: 'We can’t reach the payment provider, so we don’t know what’s there.',
}

/** The evidence for a disputed payment: review, save, send. */
export default function EvidencePage() {
  const { disputeId = '' } = useParams()
  const evidence = useAdmin('readEvidence', { disputeId })
  const { data } = evidence
  return (
    <>
      <ScreenHead
        back={data && <Link to={`/admin/orders/${data.order.id}`}>Order {data.order.orderNumber}</Link>}
        title="Evidence for the bank"
      />
      <ListState query={evidence}>
        {(found) => (
          <div className="dash dash-top">
            <section className="panel d7 adm-stack evidence" aria-label="The evidence">
              {found.sections.map(({ heading, lines }) => (
                <div key={heading}>
                  <h2>{heading}</h2>
                  {lines.map((line, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two emails may have the same text
                    <p key={place} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                      {line}
                    </p>
                  ))}
                </div>
              ))}
            </section>
            <div className="d5 adm-stack">
              <Answer disputeId={disputeId} evidence={found} />
            </div>
          </div>
        )}
      </ListState>
    </>
  )
}

function Answer({ disputeId, evidence }: { disputeId: string; evidence: Evidence }) {
  const [asks, setAsks] = useState(false)
  const outcome = {
    changes: ['/api/admin/disputes', '/api/admin/orders'],
    onError: (error: Error) => toastUnmade(error, 'Nothing was sent.'),
  }
  const stage = useChange('stageEvidence', outcome)
  const submit = useChange('submitEvidence', outcome)
  const waits = evidence.dueBy !== null && evidence.answer !== 'submitted'
  return (
    <section className="panel adm-form" aria-labelledby="answer-title">
      <h2 id="answer-title">The answer</h2>
      <p>
        {disputeWords(evidence.status ?? plainStatus[evidence.state])}. {formatCents(evidence.amountCents)},{' '}
        {evidence.reason.replaceAll('_', ' ')}.
      </p>
      {evidence.dueBy && (
        <p role="alert">
          Answer before <Instant at={evidence.dueBy} />.
        </p>
      )}
      {evidence.history && evidence.history.length > 1 && <History history={evidence.history} />}
      <p role="status">{answers[evidence.answer ?? 'none']}</p>
      <p>
        <a className="btn btn-2" href={addressOf('evidencePdf', { disputeId })} download>
          Download as PDF
        </a>
      </p>
      {waits && (
        <button
          className={evidence.answer === 'staged' ? 'btn btn-2' : 'btn btn-1'}
          type="button"
          disabled={stage.isPending}
          onClick={() => stage.mutate({ disputeId })}
        >
          {evidence.answer === 'staged' ? 'Save it again' : 'Save it at the provider'}
        </button>
      )}
      {waits && evidence.answer === 'staged' && (
        <button className="btn btn-1" type="button" onClick={() => setAsks(true)}>
          Send to the bank
        </button>
      )}
      {asks && (
        <ConfirmDialog
          title="Send this to the bank?"
          action="Send it"
          wayOut="Not yet"
          isBusy={submit.isPending}
          onClose={() => setAsks(false)}
          onConfirm={() => submit.mutate({ disputeId }, { onSettled: () => setAsks(false) })}
        >
          <p>The bank takes evidence once. You can’t change or add anything afterwards.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
