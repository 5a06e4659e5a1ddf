import { useState } from 'react'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { Instant } from '../instant.tsx'
import { useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { orderAddresses } from './use-order-change.ts'

/** What the staff wrote about the order; the buyer never sees it. */
export function OrderNotes({ orderId, notes }: { orderId: string; notes: OrderDetail['notes'] }) {
  const staff = useStaff()
  const [text, setText] = useState('')
  const add = useChange('addOrderNote', {
    changes: orderAddresses,
    onSuccess: () => setText(''),
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'The note was not kept.'),
        destructive: true,
      }),
  })
  return (
    <section className="panel d7">
      <h2>Notes</h2>
      <ul className="order-lines">
        {notes.map((note) => (
          <li key={note.id}>
            <Instant at={note.at} />
            <span>
              <span className="order-message">{note.text}</span>
              <small className="quiet"> {note.username}</small>
            </span>
          </li>
        ))}
      </ul>
      {staff.may('addOrderNote') && (
        <form
          className="adm-stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() && !add.isPending) add.mutate({ orderId, text })
          }}
        >
          <label className="field">
            <span className="label">New note, for the staff alone</span>
            <textarea
              className="input"
              rows={2}
              maxLength={2000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <div className="adm-tools">
            <button className="btn btn-2" type="submit" disabled={text.trim() === ''}>
              Keep note
            </button>
          </div>
        </form>
      )}
    </section>
  )
}
