import { useState } from 'react'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { formatCents, parseCents } from '../../../domain/money.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useAdmin, useChange } from '../client/use-admin.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { orderAddresses } from './use-order-change.ts'

/** Gives the buyer store credit for a reason, with what they have before it is confirmed. */
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
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'No credit was given.'),
        destructive: true,
      }),
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
          : 'Refreshing…'}
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
    </AskDialog>
  )
}
