import { useState } from 'react'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import type { ExchangeAct } from '../../../domain/exchange.ts'
import { formatCents } from '../../../domain/money.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { DecideDialog, DeclineDialog, RepairedDialog } from './claim-dialogs.tsx'
import { useExchangeChange } from './use-exchange-change.ts'

type DialogProps = { exchange: ExchangeRow; onClose: () => void }

/** Asks for what an act needs, and does it. */
export function ExchangeDialog({ act, ...props }: DialogProps & { act: ExchangeAct }) {
  switch (act) {
    case 'accept':
      return <DecideDialog {...props} />
    case 'decline':
      return <DeclineDialog {...props} />
    case 'repair':
      return <RepairedDialog {...props} />
    case 'ask':
    case 'answer':
      return null
    case 'receive':
      return <ReceiveDialog {...props} />
    case 'ship':
      return <ShipDialog {...props} />
    case 'refund':
      return <RefundDialog {...props} />
    case 'credit':
      return <CreditDialog {...props} />
    case 'change':
      return <ChangeDialog {...props} />
    case 'close':
      return <RefuseDialog {...props} />
    case 'cancel':
      return <CancelDialog {...props} />
    case 'expire':
      return null
  }
}

const next = {
  repair: 'The member is told. Repair it, then ship it home.',
  replacement: 'The member is told, and the replacement may ship.',
  refund: 'The purchaser is told, and the money may go back.',
  credit: 'The recipient is told, and the credit may be given.',
}

function ReceiveDialog({ exchange, onClose }: DialogProps) {
  const [isAsNew, setAsNew] = useState(true)
  const receive = useExchangeChange('receiveReturn', 'Return received', onClose)
  return (
    <AskDialog
      title={`${exchange.number} is back?`}
      action="It is back"
      isBusy={receive.isPending}
      onClose={onClose}
      onConfirm={() => receive.mutate({ exchangeId: exchange.id, isAsNew })}
    >
      <p>{next[exchange.remedy]}</p>
      {exchange.kind !== 'damaged' && (
        <label className="exchange-tick">
          <input
            type="checkbox"
            className="tick sq"
            checked={isAsNew}
            onChange={(event) => setAsNew(event.target.checked)}
          />
          As new: put {exchange.belt || 'it'} back into stock
        </label>
      )}
    </AskDialog>
  )
}

function ShipDialog({ exchange, onClose }: DialogProps) {
  const [trackingNumber, setTracking] = useState('')
  const ship = useExchangeChange(
    'shipReplacement',
    exchange.remedy === 'repair' ? 'Shipped home' : 'Replacement shipped',
    onClose,
  )
  return (
    <AskDialog
      title={`Ship ${exchange.wanted || exchange.belt}?`}
      action="It has left"
      isBusy={ship.isPending}
      onClose={onClose}
      onConfirm={() => ship.mutate({ exchangeId: exchange.id, trackingNumber: trackingNumber.trim() })}
    >
      <p>
        {exchange.remedy === 'repair' ? 'It goes home' : 'One piece leaves the stock'}, and{' '}
        {exchange.member || 'the member'} gets a mail.
      </p>
      <TextField
        label="Tracking number"
        width="f6"
        name="tracking"
        autoComplete="off"
        value={trackingNumber}
        onChange={setTracking}
      />
    </AskDialog>
  )
}

function RefundDialog({ exchange, onClose }: DialogProps) {
  const refund = useExchangeChange('refundReturn', 'Refund made', onClose)
  return (
    <AskDialog
      title={`Refund ${formatCents(exchange.valueCents ?? 0)}?`}
      action={`Refund ${formatCents(exchange.valueCents ?? 0)}`}
      isBusy={refund.isPending}
      onClose={onClose}
      onConfirm={() => refund.mutate({ exchangeId: exchange.id })}
    >
      <p>It goes back to the card that paid, with its share of the tax. The purchaser gets a mail.</p>
    </AskDialog>
  )
}

function CreditDialog({ exchange, onClose }: DialogProps) {
  const credit = useExchangeChange('creditReturn', 'Credit given', onClose)
  return (
    <AskDialog
      title={`Give ${formatCents(exchange.valueCents ?? 0)} store credit?`}
      action="Give the credit"
      isBusy={credit.isPending}
      onClose={onClose}
      onConfirm={() => credit.mutate({ exchangeId: exchange.id })}
    >
      <p>It is {exchange.email}’s, and does not expire. The mail about it names no amount.</p>
    </AskDialog>
  )
}

function RefuseDialog({ exchange, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const refuse = useExchangeChange('refuseReturn', 'Return refused', onClose)
  return (
    <ConfirmDialog
      title={`Refuse ${exchange.number}?`}
      action="Refuse it"
      wayOut="Never mind"
      isBusy={refuse.isPending || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() => refuse.mutate({ exchangeId: exchange.id, reason })}
    >
      <p>
        For a belt that came back worn or without its packaging. Send it to the member again; they are told
        so. What was put aside is free.
      </p>
      <TextField
        label="Why, for the staff alone"
        width="f6"
        name="reason"
        autoComplete="off"
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}

function CancelDialog({ exchange, onClose }: DialogProps) {
  const cancel = useExchangeChange('cancelReturn', 'Exchange cancelled', onClose)
  return (
    <ConfirmDialog
      title={`Cancel ${exchange.number}?`}
      action="Cancel it"
      wayOut="Never mind"
      isBusy={cancel.isPending}
      onClose={onClose}
      onConfirm={() => cancel.mutate({ exchangeId: exchange.id })}
    >
      <p>The belt stays with the member, and what was put aside is free. Nobody gets a mail.</p>
    </ConfirmDialog>
  )
}
