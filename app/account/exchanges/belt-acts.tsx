import { useEffect, useRef, useState } from 'react'
import type { SentBelt } from '../../../domain/account/exchange-calls.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { askedOrder } from './asked-order.ts'
import { ExchangeForm } from './exchange-form.tsx'
import { ExchangeState } from './exchange-state.tsx'
import './exchanges.css'
import { beltName, saidWords } from './exchange-words.ts'
import { FeedbackTaps } from './feedback-taps.tsx'
import { useSentBelts } from './use-sent-belts.ts'

/** What one may do with a belt that was sent: say how it is, and send it back. */
export function BeltActs({ boxId }: { boxId: string }) {
  const belts = useSentBelts().data
  const belt = belts?.find((each) => each.boxId === boxId)
  const place = useRef<HTMLDivElement>(null)
  const ofOrder = belts?.filter((each) => each.orderNumber === askedOrder()) ?? []
  const first = ofOrder.find(({ mayExchange }) => mayExchange) ?? ofOrder[0]
  const isAskedFor = belt !== undefined && belt === first
  useEffect(() => {
    if (isAskedFor) place.current?.closest('section')?.scrollIntoView()
  }, [isAskedFor])
  if (!belt) return null
  return (
    <div className="belt-acts" ref={place}>
      {belt.exchange && <ExchangeState belt={belt} exchange={belt.exchange} />}
      {belt.mayTell && <Tell belt={belt} />}
      {(belt.mayExchange || belt.returns.length > 0) && <SendBack belt={belt} />}
    </div>
  )
}

function Tell({ belt }: { belt: SentBelt }) {
  const [isOpen, setOpen] = useState(false)
  const said = saidWords(belt)
  return (
    <>
      <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
        {said ? `You said: ${said}` : 'Say how it fits'}
        <span className="sr">
          {said ? ', change it for ' : ', '}
          {beltName(belt)}
        </span>
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        labelledBy={`tell-${belt.boxId}`}
        className="belt-dialog"
      >
        <div className="belt-sheet">
          <h2 id={`tell-${belt.boxId}`}>{beltName(belt)}</h2>
          <FeedbackTaps belt={belt} />
          <p>
            <button className="btn btn-2" type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </p>
        </div>
      </Dialog>
    </>
  )
}

function SendBack({ belt }: { belt: SentBelt }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
        {belt.mayExchange ? 'Exchange or return' : 'Return it'}
        <span className="sr">, {beltName(belt)}</span>
      </button>
      {belt.returnUntil && <p className="note">Free until {formatDay(belt.returnUntil)}</p>}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        labelledBy={`back-${belt.boxId}`}
        className="belt-dialog"
      >
        <ExchangeForm belt={belt} titleId={`back-${belt.boxId}`} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
