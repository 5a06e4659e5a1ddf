import { Link, useParams } from 'react-router'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { mailLabel } from '../../../domain/mail-kinds.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { OrderExchanges } from '../exchanges/order-exchanges.tsx'
import { MailDialog, stateLabel } from '../mails/mail-dialog.tsx'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'
import { OrderBoxes } from './order-boxes.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderMoney } from './order-money.tsx'
import './orders.css'
import './order-list.css'
import { useState } from 'react'
import { StatusSelect, TrackingCell } from './order-cells.tsx'
import { addressLabel, buyerName } from './order-labels.ts'
import { OrderTags } from './order-tags.tsx'
import { orderAddresses } from './use-order-change.ts'

/** An order in full: items, packages, payments, boxes, emails, notes, history. */
export default function OrderPage() {
  const { orderId = '' } = useParams()
  const detail = useAdmin('getOrder', { orderId })
  return (
    <>
      <ScreenHead
        back={<Link to="/admin">Orders</Link>}
        title={<span className="num">{detail.data?.order.orderNumber ?? 'Order'}</span>}
        note={
          detail.data && (
            <>
              {buyerName(detail.data.order) && `${buyerName(detail.data.order)}, `}
              {detail.data.order.customer.username},{' '}
              {detail.data.order.customer.email && `${detail.data.order.customer.email}, `}
              <Instant at={detail.data.order.createdAt} />
            </>
          )
        }
        more={detail.data && <OrderTags order={detail.data.order} />}
      >
        {detail.data && <StatusSelect order={detail.data.order} />}
      </ScreenHead>
      <ListState query={detail}>{(data) => <Panels detail={data} />}</ListState>
    </>
  )
}

function Panels({ detail }: { detail: OrderDetail }) {
  const { order } = detail
  const staff = useStaff()
  return (
    <div className="dash order-panels">
      <section className="panel d12">
        <h2>Items</h2>
        <OrderItems order={order} />
      </section>
      <OrderBoxes detail={detail} />
      <OrderExchanges detail={detail} />
      <section className="panel d5">
        <h2>Packages</h2>
        <ul className="adm-stack">
          {order.shippingAddresses.map((parcel) => (
            <li key={parcel.id}>
              <p>{addressLabel(parcel)}</p>
              <TrackingCell order={order} parcel={parcel} />
            </li>
          ))}
        </ul>
      </section>
      {order.totalAmount !== null && <OrderMoney detail={detail} />}
      {staff.may('readMail') && detail.mails.length > 0 && <OrderMails mails={detail.mails} />}
      <OrderNotes orderId={order.id} notes={detail.notes} />
      {detail.history.length > 0 && <OrderHistory history={detail.history} />}
    </div>
  )
}

function OrderHistory({ history }: Pick<OrderDetail, 'history'>) {
  return (
    <section className="panel d12">
      <h2>History</h2>
      <ol className="order-lines">
        {history.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: past events don't move
          <li key={place}>
            <Instant at={event.at} />
            <span>
              {event.what}
              {event.who && <small className="quiet"> by {event.who}</small>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The emails about this order; each can be read as sent and sent again. */
function OrderMails({ mails }: { mails: OrderDetail['mails'] }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className="panel d5">
      <h2>Emails</h2>
      <ul className="order-lines">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Instant at={mail.sentAt ?? mail.runAt} />
            <span>
              {mailLabel(mail.kind)}
              <small className="quiet">
                {' '}
                {mail.recipient && `to ${mail.recipient}, `}
                {mail.problem ?? stateLabel[mail.state].toLowerCase()}
                {mail.isCopy && ', once more'}
              </small>{' '}
              <button className="text-btn" type="button" onClick={() => setOpen(mail.id)}>
                Read<span className="sr">: {mailLabel(mail.kind)}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
      {open && <MailDialog id={open} changes={orderAddresses} onClose={() => setOpen(null)} />}
    </section>
  )
}

/** The staff's notes; the buyer never sees them. */
function OrderNotes({ orderId, notes }: { orderId: string; notes: OrderDetail['notes'] }) {
  const staff = useStaff()
  const [text, setText] = useState('')
  const add = useChange('addOrderNote', {
    changes: orderAddresses,
    onSuccess: () => setText(''),
    onError: (error) => toastUnmade(error, 'The note wasn’t saved.'),
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
          <TextArea
            label="New note (only your team sees it)"
            rows={2}
            maxLength={2000}
            value={text}
            onChange={setText}
          />
          <div className="adm-tools">
            <button className="btn btn-2" type="submit" disabled={text.trim() === ''}>
              Save note
            </button>
          </div>
        </form>
      )}
    </section>
  )
}
