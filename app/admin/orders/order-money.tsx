import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { disputeWords } from '../../../domain/dispute.ts'
import { formatCents } from '../../../domain/money.ts'
import { refundPlaces, refundWords } from '../../../domain/refund.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addressOf, toastFailedChange, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { Instant } from '../ui/screen.tsx'
import { RecordOf } from '../ui/track-record.tsx'
import { GiveCreditDialog, RefundDialog } from './refund-dialogs.tsx'
import { orderAddresses } from './use-order-change.ts'

type Refund = OrderDetail['refunds'][number]

/** An order's payments and refunds, with what to do about failed ones. */
export function OrderMoney({ detail }: { detail: OrderDetail }) {
  const staff = useStaff()
  const [gives, setGives] = useState(false)
  const [credits, setCredits] = useState(false)
  return (
    <section className="panel d7">
      <h2>Payments</h2>
      <ul className="order-lines num">
        {detail.payments.map((payment) => (
          <li key={payment.id}>
            <Instant at={payment.paidAt} />
            <span>
              {formatCents(payment.amountCents + payment.taxCents)}
              {payment.taxCents > 0 && `, ${formatCents(payment.taxCents)} of it tax`}
              {payment.creditCents > 0 && `, and ${formatCents(payment.creditCents)} of store credit`}{' '}
              {staff.may('readReceipt') && (
                <a
                  href={addressOf('readReceipt', { orderId: detail.order.id, subjectId: payment.id })}
                  download
                >
                  Receipt
                </a>
              )}
              {payment.expectedCents !== null && (
                <UnclearPayment
                  payment={payment}
                  expectedCents={payment.expectedCents}
                  mayAct={staff.may('decidePayment')}
                />
              )}
            </span>
          </li>
        ))}
        {detail.refunds.map((refund) => (
          <li key={refund.id}>
            <Instant at={refund.createdAt} />
            <span>
              {refundWords[refund.status]} {formatCents(refund.amountCents + refund.taxCents)}{' '}
              {staff.may('readReceipt') && refund.status !== 'failed' && (
                <a
                  href={addressOf('readReceipt', { orderId: detail.order.id, subjectId: refund.id })}
                  download
                >
                  Credit note
                </a>
              )}
              {refundPlaces[refund.madeBy]}
              {refund.reason && <small className="quiet"> {refund.reason}</small>}
              {refund.problem && <FailedRefund refund={refund} mayAct={staff.may('retryRefund')} />}
            </span>
          </li>
        ))}
      </ul>
      {detail.disputes.map((dispute) => (
        <p
          key={dispute.id}
          role={dispute.state === 'inquiry' || dispute.state === 'open' ? 'alert' : undefined}
        >
          {disputeWords(dispute.status)}: {formatCents(dispute.amountCents)},{' '}
          {dispute.reason.replaceAll('_', ' ')}.
          {dispute.dueBy && (
            <>
              {' '}
              Answer before <Instant at={dispute.dueBy} />.
            </>
          )}{' '}
          {staff.may('readEvidence') && (
            <Link to={`/admin/disputes/${dispute.id}`}>Evidence for the bank</Link>
          )}
        </p>
      ))}
      {detail.fraudWarnings.map((kind) => (
        <p key={kind} role="alert">
          The bank suspects fraud: {kind}. If you don’t know the buyer, refund the whole order now: that
          avoids the dispute.
        </p>
      ))}
      {detail.memberships.map(
        ({ id, nextChargeOn, nextChargeCents, nextCreditCents }) =>
          nextChargeOn !== null &&
          nextChargeCents !== null && (
            <p key={id} className="quiet">
              Next charge {formatDate(nextChargeOn)}: {formatCents(nextChargeCents)}, plus any tax
              {nextCreditCents ? `, less ${formatCents(nextCreditCents)} of store credit` : ''}
            </p>
          ),
      )}
      {detail.memberships.map(
        ({ id, providerTerms }) =>
          providerTerms !== null && (
            <p key={id} role="alert">
              The payment provider would charge {providerTerms}. Set it right there before the next charge.
            </p>
          ),
      )}
      {staff.may('giveCredit') && <RecordOf orderId={detail.order.id} />}
      <div className="adm-tools order-acts">
        {staff.may('giveBack') && detail.payments.length > 0 && (
          <button className="btn btn-2" type="button" onClick={() => setGives(true)}>
            Give a refund
          </button>
        )}
        {staff.may('giveCredit') && (
          <button className="btn btn-2" type="button" onClick={() => setCredits(true)}>
            Give store credit
          </button>
        )}
      </div>
      {credits && <GiveCreditDialog order={detail.order} onClose={() => setCredits(false)} />}
      {gives && <RefundDialog order={detail.order} onClose={() => setGives(false)} />}
    </section>
  )
}

type UnclearProps = {
  payment: OrderDetail['payments'][number]
  expectedCents: number
  mayAct: boolean
}

/** A payment of an unexpected amount: someone decides how many belts it buys. */
function UnclearPayment({ payment, expectedCents, mayAct }: UnclearProps) {
  const [asks, setAsks] = useState(false)
  const [count, setCount] = useState('')
  const decide = useChange('decidePayment', {
    changes: orderAddresses,
    onError: toastFailedChange,
    onAsked: () => setAsks(false),
    onSuccess: () => setAsks(false),
  })
  const boxes = /^\d{1,2}$/.test(count.trim()) ? Number(count) : null
  return (
    <span className="adm-stack">
      <span role="alert">
        The membership costs {formatCents(expectedCents)}. This sum has bought no belts yet.
      </span>
      {mayAct && (
        <span className="adm-tools">
          <button className="btn btn-2" type="button" onClick={() => setAsks(true)}>
            Say what it buys
          </button>
        </span>
      )}
      {asks && (
        <AskDialog
          title={`What do ${formatCents(payment.amountCents)} buy?`}
          action="Say so"
          isBusy={boxes === null || decide.isPending}
          onClose={() => setAsks(false)}
          onConfirm={() => boxes !== null && decide.mutate({ paymentId: payment.id, boxes })}
        >
          <p>
            You can only say this once. We’ll email the buyer which belts it pays for. With 0, nothing ships:
            refund the money if it isn’t yours to keep.
          </p>
          <TextField
            label="Belts, 0 to 24"
            inputMode="numeric"
            maxLength={2}
            value={count}
            onChange={setCount}
          />
        </AskDialog>
      )}
    </span>
  )
}

function FailedRefund({ refund, mayAct }: { refund: Refund; mayAct: boolean }) {
  const [settles, setSettles] = useState(false)
  const [note, setNote] = useState('')
  const onError = toastFailedChange
  const retry = useChange('retryRefund', { changes: orderAddresses, onError })
  const settle = useChange('settleRefund', {
    changes: orderAddresses,
    onError,
    onSuccess: () => setSettles(false),
  })
  return (
    <span className="adm-stack">
      <span role="alert">{refund.problem}</span>
      {mayAct && (
        <span className="adm-tools">
          <BusyButton
            className="btn btn-2"
            isBusy={retry.isPending}
            onClick={() => retry.mutate({ refundId: refund.id })}
          >
            Try again
          </BusyButton>
          <button className="btn btn-2" type="button" onClick={() => setSettles(true)}>
            Paid another way
          </button>
        </span>
      )}
      {settles && (
        <AskDialog
          title={`${formatCents(refund.amountCents + refund.taxCents)} was paid in another way?`}
          action="Yes, it was paid"
          isBusy={note.trim() === '' || settle.isPending}
          onClose={() => setSettles(false)}
          onConfirm={() => settle.mutate({ refundId: refund.id, note: note.trim() })}
        >
          <TextField label="How, for the order’s history" maxLength={300} value={note} onChange={setNote} />
        </AskDialog>
      )}
    </span>
  )
}
