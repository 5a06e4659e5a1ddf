import { useState } from 'react'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import type { ExchangeAct, ExchangeRemedy } from '../../../domain/exchange.ts'
import { formatCents } from '../../../domain/money.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AskDialog, ConfirmDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { DecideDialog, DeclineDialog, RepairedDialog, useReplacementChoice } from './claim-dialogs.tsx'
import { useExchangeChange } from './use-exchange-change.ts'

type DialogProps = { exchange: ExchangeRow; onClose: () => void }

/** The dialog for an exchange action: asks for what it needs, then does it. */
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
  repair: 'We’ll tell the member it’s here. Fix it, then ship it home.',
  replacement: 'We’ll tell the member. Ship the replacement next.',
  refund: 'We’ll tell whoever paid. Refund it next.',
  credit: 'We’ll tell the recipient. Give the credit next.',
}

function ReceiveDialog({ exchange, onClose }: DialogProps) {
  const [isAsNew, setAsNew] = useState(true)
  const receive = useExchangeChange('receiveReturn', 'Return received', onClose)
  return (
    <AskDialog
      title={`Is ${exchange.number} back?`}
      action="It’s back"
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
          It’s like new: put {exchange.belt || 'it'} back in stock
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
      action="It shipped"
      isBusy={ship.isPending}
      onClose={onClose}
      onConfirm={() => ship.mutate({ exchangeId: exchange.id, trackingNumber: trackingNumber.trim() })}
    >
      <p>
        {exchange.remedy === 'repair' ? '' : 'That takes one off the shelf. '}
        We’ll email {exchange.member || 'the member'} the tracking number.
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
      <p>It goes back the way it was paid, with its share of the tax. We’ll email whoever paid.</p>
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
      <p>It’s for {exchange.email} and doesn’t expire. The email doesn’t say how much it is.</p>
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
        For a belt that came back worn or without its packaging. Send it back to the member: we’ll email them
        that it’s coming. Whatever you set aside for them goes back in stock.
      </p>
      <TextField
        label="Why (only your team sees this)"
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
  const cancel = useExchangeChange('cancelReturn', 'Exchange canceled', onClose)
  return (
    <ConfirmDialog
      title={`Cancel ${exchange.number}?`}
      action="Cancel it"
      wayOut="Never mind"
      isBusy={cancel.isPending}
      onClose={onClose}
      onConfirm={() => cancel.mutate({ exchangeId: exchange.id })}
    >
      <p>The member keeps the belt, and whatever you set aside goes back in stock. No email goes out.</p>
    </ConfirmDialog>
  )
}

type Given = Exclude<ExchangeRemedy, 'repair'>

const remedies: Record<Given, string> = {
  replacement: 'Another belt or size',
  refund: 'A refund to whoever paid',
  credit: 'Store credit to the recipient',
}

/** Replaces the reserved replacement with something else. */
function ChangeDialog({ exchange, onClose }: { exchange: ExchangeRow; onClose: () => void }) {
  const { id, boxId, isGift } = exchange
  const [remedy, setRemedy] = useState<Given>('replacement')
  const { piece, fields, nothing } = useReplacementChoice(boxId)
  const change = useExchangeChange('changeRemedy', 'Changed, and they’ve been emailed', onClose)
  const isReady = remedy !== 'replacement' || piece !== null
  return (
    <AskDialog
      title={`Offer something else for ${exchange.number}`}
      action="Change it"
      isBusy={!isReady || change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          remedy === 'replacement' ? { exchangeId: id, remedy, ...piece! } : { exchangeId: id, remedy },
        )
      }
    >
      <p>Whatever you set aside goes back in stock, and we’ll email the member.</p>
      <div className="fields exchange-begin">
        <SelectField
          label="What we give"
          value={remedy}
          onChange={setRemedy}
          options={(['replacement', 'refund', ...(isGift ? (['credit'] as const) : [])] as const).map(
            (each) => [each, remedies[each]] as const,
          )}
        />
        {remedy === 'replacement' && fields}
      </div>
      {remedy === 'replacement' && nothing}
      {remedy !== 'replacement' && (
        <p>Nothing’s paid yet. You’ll give it with the next button on this card.</p>
      )}
    </AskDialog>
  )
}
