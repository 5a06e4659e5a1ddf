import { useState } from 'react'
import type { AdminReply, AdminSent } from '../../../domain/admin/contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCents } from '../../../domain/money.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { Table } from '../ui/table.tsx'

type Unmatched = AdminReply<'listStrays'>['unmatched'][number]
type End = AdminSent<'settleUnmatched'>['as']

/** Payments that aren't what their cart asked for, each with a way to decide. */
export function UnmatchedPanel() {
  const staff = useStaff()
  const { data } = useAdmin('listStrays', {}, { enabled: staff.may('listStrays') })
  const [asked, setAsked] = useState<Unmatched | null>(null)
  if (!data || data.unmatched.length === 0) return null
  return (
    <section className="books-payouts" aria-labelledby="unmatched-title">
      <h2 id="unmatched-title">Payments without an order</h2>
      <p className="quiet">
        These aren’t what their cart asked for, so nothing was ordered and nothing renews until you decide.
      </p>
      <Table
        label="Payments without an order"
        className="num"
        rows={data.unmatched}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Day', cell: ({ day }) => formatDate(day) },
          {
            head: 'Buyer',
            cell: ({ name, email, why }) => (
              <span>
                {name || email} <small>{[name ? email : null, why].filter(Boolean).join(': ')}</small>
              </span>
            ),
          },
          { head: 'Cart', isFigure: true, cell: ({ askedCents }) => formatCents(askedCents) },
          {
            head: 'Decide',
            isHeadHidden: true,
            cell: (payment) => (
              <button className="btn btn-2" type="button" onClick={() => setAsked(payment)}>
                Decide<span className="sr"> about {payment.name || payment.email}</span>
              </button>
            ),
          },
        ]}
      />
      {asked && <UnmatchedDialog key={asked.id} payment={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

const ends: [End, string, string][] = [
  [
    'order',
    'An order, for what they paid',
    'What they paid less is a discount on the first term. They get the confirmation.',
  ],
  [
    'nothing',
    'No order',
    'Its subscription ends at the provider. Refund the money there, or say under To explain what it is.',
  ],
]

function UnmatchedDialog({ payment, onClose }: { payment: Unmatched; onClose: () => void }) {
  const [as, setAs] = useState<End>('order')
  const [reason, setReason] = useState('')
  const settle = useChange('settleUnmatched', {
    changes: ['/api/admin/books', '/api/admin/promises', '/api/admin/health', '/api/admin/orders'],
    onSuccess: () => {
      showToast({
        title: as === 'order' ? 'Ordered' : 'Decided',
        description:
          as === 'order' ? 'The order is in, and its confirmation is on its way.' : 'It makes no order.',
      })
      onClose()
    },
  })
  const failure =
    settle.error &&
    failedChange(settle.error, 'Nothing was changed.', 'The shop’s answer got lost. Reload the page.')
  return (
    <AskDialog
      title={`What becomes of the payment of ${payment.name || payment.email}?`}
      action="Decide"
      isBusy={settle.isPending || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() => settle.mutate({ checkoutId: payment.id, as, reason: reason.trim() })}
    >
      <div className="adm-stack">
        <SelectField<End>
          label="It becomes"
          value={as}
          options={ends.map(([end, words]) => [end, words])}
          onChange={setAs}
        />
        <p className="quiet">{ends.find(([end]) => end === as)![2]}</p>
        <TextField label="Why, for the books" maxLength={300} value={reason} onChange={setReason} />
        {failure && (
          <p className="adm-note" role="alert">
            {failure}
          </p>
        )}
      </div>
    </AskDialog>
  )
}
