import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply, AdminSent } from '../../../domain/admin/contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCents } from '../../../domain/money.ts'
import { emailInput, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { Table } from '../ui/table.tsx'

type Stray = AdminReply<'listStrays'>['strays'][number]
type End = AdminSent<'settleStray'>['as']

/** Movements of the provider's balance that nothing explains, each with a way to say what it is. */
export function StraysPanel() {
  const staff = useStaff()
  const { data } = useAdmin('listStrays', {}, { enabled: staff.may('listStrays') })
  const [asked, setAsked] = useState<Stray | null>(null)
  if (!data || data.strays.length === 0) return null
  return (
    <section className="books-payouts" aria-labelledby="strays-title">
      <h2 id="strays-title">To explain</h2>
      <p className="quiet">
        The provider moved this money, and nothing in the shop says why. It stands in account 9000 until you
        say what it is.
      </p>
      <Table
        label="Movements to explain"
        className="num"
        rows={data.strays}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Day', cell: ({ day }) => formatDate(day) },
          {
            head: 'What',
            cell: ({ what, sourceId, id, email }) => (
              <span>
                {what} <small>{[email, sourceId ?? id].filter(Boolean).join(', ')}</small>
              </span>
            ),
          },
          { head: 'Amount', isFigure: true, cell: ({ amountCents }) => formatCents(amountCents) },
          {
            head: 'Decide',
            isHeadHidden: true,
            cell: (stray) => (
              <button className="btn btn-2" type="button" onClick={() => setAsked(stray)}>
                Say what it is<span className="sr">: {formatCents(stray.amountCents)}</span>
              </button>
            ),
          },
        ]}
      />
      {asked && <StrayDialog key={asked.id} stray={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

/** What it can be, with its name: money that came in, or went out. */
function endsOf({ amountCents, gaveCreditTo }: Stray): [End, string][] {
  if (amountCents > 0)
    return [
      ['credit', 'Store credit for someone'],
      ['order', 'The payment of an order'],
      ['income', 'The shop’s own income'],
      ['noted', 'Something else'],
    ]
  return [
    ...(gaveCreditTo ? [['credit', 'Store credit, taken back'] as [End, string]] : []),
    ['income', 'A cost of the shop'],
    ['noted', 'Something else'],
  ]
}

const hints: Record<'income' | 'noted', string> = {
  income: 'It goes to Other income or Other costs, today.',
  noted: 'It stays in account 9000, with your words, for your bookkeeper.',
}

function StrayDialog({ stray, onClose }: { stray: Stray; onClose: () => void }) {
  const ends = endsOf(stray)
  const [as, setAs] = useState<End>(ends[0]![0])
  const [email, setEmail] = useState(stray.gaveCreditTo ?? stray.email ?? '')
  const [orderNumber, setOrderNumber] = useState('')
  const [reason, setReason] = useState('')
  const [key] = useState<string>(() => crypto.randomUUID())
  const settle = useChange('settleStray', {
    changes: ['/api/admin/books', '/api/admin/promises', '/api/admin/health', '/api/admin/people'],
    onSuccess: () => {
      showToast({ title: 'Noted', description: 'It’s in the books from today.' })
      onClose()
    },
  })
  const failure =
    settle.error &&
    failedChange(
      settle.error,
      'Nothing was changed.',
      'The shop’s answer got lost. Try again: it’s done only once.',
    )
  return (
    <AskDialog
      title={`What is ${formatCents(stray.amountCents)} of ${formatDate(stray.day)}?`}
      action="Say so"
      isBusy={settle.isPending || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() =>
        settle.mutate({
          ...{ strayId: stray.id, as, reason: reason.trim(), key },
          ...(as === 'credit' ? { email } : {}),
          ...(as === 'order' ? { orderNumber } : {}),
        })
      }
    >
      <div className="adm-stack">
        <SelectField<End> label="It is" value={as} options={ends} onChange={setAs} />
        {as === 'credit' && (
          <TextField
            {...emailInput}
            label="Whose credit"
            hint={stray.amountCents > 0 ? 'They get an email with the reason below.' : ''}
            value={email}
            onChange={setEmail}
          />
        )}
        {as === 'order' && (
          <>
            <p>
              <Link to={`/admin/orders/new?movement=${encodeURIComponent(stray.id)}`}>
                Make a new order of it
              </Link>
              , or name one that was entered as already paid. Refunds go back to this card.
            </p>
            <TextField label="Order number" value={orderNumber} onChange={setOrderNumber} />
          </>
        )}
        {(as === 'income' || as === 'noted') && <p className="quiet">{hints[as]}</p>}
        <TextField
          label={as === 'credit' ? 'Why, for them and the books' : 'What it was, for the books'}
          maxLength={300}
          value={reason}
          onChange={setReason}
        />
        {failure && (
          <p className="adm-note" role="alert">
            {failure}
          </p>
        )}
      </div>
    </AskDialog>
  )
}
