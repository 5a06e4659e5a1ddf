import { useState } from 'react'
import type { ExchangeOfBelt, SentBelt } from '../../../domain/account/exchange-calls.ts'
import { comesBack } from '../../../domain/exchange.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { sentenceOf } from '../use-account.ts'
import { beltName, exchangeSentence } from './exchange-words.ts'
import { useBeltChange } from './use-sent-belts.ts'

/** How an exchange stands, its label, and the way to take it back. */
export function ExchangeState({ belt, exchange }: { belt: SentBelt; exchange: ExchangeOfBelt }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const cancel = useBeltChange('cancelExchange')
  const titleId = `label-${exchange.id}`
  const goesBack = exchange.state === 'requested' && comesBack(exchange)
  return (
    <div className="belt-exchange">
      <p>{exchangeSentence(exchange)}</p>
      {exchange.trackingNumber && <p className="note num">Tracking {exchange.trackingNumber}</p>}
      {goesBack && (
        <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
          Return label
          <span className="sr"> of {beltName(belt)}</span>
        </button>
      )}
      {exchange.canCancel && (
        <button
          className="btn btn-3"
          type="button"
          aria-disabled={cancel.isPending || undefined}
          onClick={() =>
            !cancel.isPending &&
            cancel.mutate({ exchangeId: exchange.id }, { onError: (cause) => setError(sentenceOf(cause)) })
          }
        >
          Keep it instead
          <span className="sr">, cancel the exchange of {beltName(belt)}</span>
        </button>
      )}
      {error && <p role="alert">{error}</p>}
      <Dialog open={isOpen} onClose={() => setOpen(false)} labelledBy={titleId} className="belt-dialog">
        <ReturnLabel exchange={exchange} titleId={titleId} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

type LabelProps = { exchange: ExchangeOfBelt; titleId: string; onClose: () => void }

/** What is written on the parcel; printed, nothing else of the page comes onto the paper. */
function ReturnLabel({ exchange, titleId, onClose }: LabelProps) {
  return (
    <div className="belt-sheet">
      <h2 id={titleId}>Return {exchange.number}</h2>
      {exchange.label ? (
        <>
          <p className="belt-sheet-words">
            Put the belt into its packaging, unworn, and this on the parcel. The postage is on us.
          </p>
          <address className="return-label">
            {exchange.label.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </>
      ) : (
        <p>
          The prepaid label comes to you by mail within 12 hours. Put the belt into its packaging, unworn, and
          write {exchange.number} on the parcel.
        </p>
      )}
      <p className="belt-sheet-acts">
        {exchange.label && (
          <button className="btn btn-2" type="button" onClick={() => window.print()}>
            Print the label
          </button>
        )}
        <button className="btn btn-2" type="button" onClick={onClose}>
          Close
        </button>
      </p>
    </div>
  )
}
