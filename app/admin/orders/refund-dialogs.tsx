import { useState } from 'react'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { formatCents, parseCents } from '../../../domain/money.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastUnmade, useAdmin, useChange } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { RecordOf } from '../ui/track-record.tsx'
import { orderAddresses } from './use-order-change.ts'

const lost = 'The shop’s answer got lost. Press the button again: the same form pays only once.'

/** Refunds an amount with a reason, or the whole order, after a preview. */
export function RefundDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const [what, setWhat] = useState<'amount' | 'tax' | 'whole'>('amount')
  const [sum, setSum] = useState('')
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const whole = useAdmin('previewGiveBack', { orderId: order.id })
  const { totalCents = 0, taxCents = 0 } = whole.data ?? {}
  const wanted = { amount: parseCents(sum) ?? 0, tax: taxCents, whole: totalCents }[what]
  const left = whole.data?.leftCents ?? 0
  const problem = !whole.data
    ? null
    : left === 0
      ? 'There’s nothing left to refund on this order.'
      : what === 'amount' && sum !== '' && (wanted < 1 || wanted > left)
        ? `Enter an amount up to ${formatCents(left)}, such as 15.00.`
        : null
  const give = useChange('giveBack', {
    changes: orderAddresses,
    onSuccess: () => {
      showToast({ title: 'Refund sent', description: 'We’ve emailed the buyer.' })
      onClose()
    },
    onError: (error) => toastUnmade(error, 'Nothing was refunded.', lost),
    onAsked: onClose,
  })
  const isReady = whole.data && wanted > 0 && wanted <= left && reason.trim() !== '' && !problem
  return (
    <AskDialog
      title={`Refund ${order.orderNumber}`}
      action={wanted > 0 ? `Refund ${formatCents(wanted)}` : 'Refund'}
      isBusy={!isReady || give.isPending}
      onClose={onClose}
      onConfirm={() =>
        give.mutate({
          ...{ orderId: order.id, totalCents: wanted, reason: reason.trim(), key },
          ...{ isWhole: what === 'whole', isTaxOnly: what === 'tax' },
        })
      }
    >
      <fieldset className="adm-choices">
        <legend className="label">What</legend>
        <label className="adm-check">
          <input type="radio" name="what" checked={what === 'amount'} onChange={() => setWhat('amount')} />
          <span>An amount, tax included. Belts still ship, and nothing else changes.</span>
        </label>
        {taxCents > 0 && (
          <label className="adm-check">
            <input type="radio" name="what" checked={what === 'tax'} onChange={() => setWhat('tax')} />
            <span>
              The sales tax alone, {formatCents(taxCents)}. Belts still ship, and renewals are taxed as
              before.
            </span>
          </label>
        )}
        <label className="adm-check">
          <input type="radio" name="what" checked={what === 'whole'} onChange={() => setWhat('whole')} />
          <span>
            The whole order{whole.data ? `, ${formatCents(whole.data.totalCents)}` : ''}.
            {whole.data && wholeOutcome(whole.data.boxes)}
          </span>
        </label>
      </fieldset>
      {what === 'amount' && (
        <label className="field">
          <span className="label">Amount in dollars</span>
          <input
            className="input num"
            inputMode="decimal"
            value={sum}
            aria-invalid={problem !== null}
            aria-describedby="give-back-left"
            onChange={(event) => setSum(event.target.value)}
          />
        </label>
      )}
      <p id="give-back-left" className="quiet num" role={problem ? 'alert' : undefined}>
        {problem ?? (whole.data ? `${formatCents(left)} of this order can be refunded.` : 'Loading…')}
      </p>
      <TextField
        label="Why (the buyer reads this)"
        value={reason}
        onChange={setReason}
        maxLength={300}
        autoComplete="off"
      />
      {whole.isError && (
        <p role="alert">{sentenceOf(whole.error, 'We couldn’t load the amount. Try again.')}</p>
      )}
      <RecordOf orderId={order.id} />
    </AskDialog>
  )
}

function wholeOutcome(boxes: number): string {
  if (boxes === 0) return ' Nothing renews.'
  return ` ${boxes === 1 ? 'One box that isn’t packed won’t' : `${boxes} boxes that aren’t packed won’t`} ship, and nothing renews.`
}

/** Gives the buyer store credit with a reason, after showing the current balance. */
export function GiveCreditDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const [sum, setSum] = useState('')
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const known = useAdmin('previewCredit', { orderId: order.id })
  const amountCents = parseCents(sum) ?? 0
  const isOdd = sum !== '' && (amountCents < 1 || amountCents > 100_000)
  const give = useChange('giveCredit', {
    changes: orderAddresses,
    onSuccess: () => {
      showToast({ title: 'Store credit given', description: 'We’ve emailed the buyer.' })
      onClose()
    },
    onError: (error) => toastUnmade(error, 'No credit was given.', lost),
    onAsked: onClose,
  })
  const { email, balanceCents = 0, codesCents = 0 } = known.data ?? {}
  const isReady = email && amountCents > 0 && !isOdd && reason.trim() !== ''
  return (
    <AskDialog
      title="Give store credit?"
      action={amountCents > 0 ? `Give ${formatCents(amountCents)} of credit` : 'Give credit'}
      isBusy={!isReady || give.isPending}
      onClose={onClose}
      onConfirm={() => give.mutate({ orderId: order.id, amountCents, reason: reason.trim(), key })}
    >
      <p className="num">
        {known.data
          ? email
            ? `${email} has ${formatCents(balanceCents + codesCents)} of store credit now${amountCents > 0 && !isOdd ? `, and ${formatCents(balanceCents + codesCents + amountCents)} after this` : ''}. It doesn’t expire.`
            : 'This order has no email address to give credit to.'
          : 'Loading…'}
      </p>
      <label className="field">
        <span className="label">Amount in dollars</span>
        <input
          className="input num"
          inputMode="decimal"
          value={sum}
          aria-invalid={isOdd}
          aria-describedby="give-credit-limit"
          onChange={(event) => setSum(event.target.value)}
        />
      </label>
      <p id="give-credit-limit" className="quiet" role={isOdd ? 'alert' : undefined}>
        {isOdd
          ? 'Enter an amount up to $1,000.00, such as 15.00.'
          : 'No money moves: it pays for a later order.'}
      </p>
      <TextField
        label="Why (the buyer reads this)"
        value={reason}
        onChange={setReason}
        maxLength={300}
        autoComplete="off"
      />
      {known.isError && (
        <p role="alert">{sentenceOf(known.error, 'We couldn’t load their credit. Try again.')}</p>
      )}
      <RecordOf orderId={order.id} />
    </AskDialog>
  )
}
