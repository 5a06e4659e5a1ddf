import { type FormEvent, useRef, useState } from 'react'
import type { AdminReply, AdminSent } from '../../../domain/admin/contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { ApiError } from '../../browser/call-api.ts'
import {
  failedChange,
  isAsked,
  sentenceOf,
  toastFailedChange,
  useAdmin,
  useChange,
  useReadAgain,
  useStaff,
} from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { Instant, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { RecordOf } from '../ui/track-record.tsx'
import { emptyOrder, OrderFields, type OrderText, orderAgain, orderOf } from './new-order-fields.tsx'
import './orders.css'
import './order-list.css'
import { Link } from 'react-router'
import { useShop } from '../../shop/use-shop.ts'

type Preview = AdminReply<'previewManualOrder'>
type Made = AdminReply<'createManualOrder'>
type ManualOrder = AdminReply<'listManualOrders'>['orders'][number]

const changes = [
  '/api/admin/orders',
  '/api/admin/manual-orders',
  '/api/admin/exchanges',
  '/api/admin/dashboard',
  '/api/admin/books',
  '/api/admin/promises',
]

const nothing = 'Nothing was ordered. Try again.'
const lost = 'The shop’s answer got lost. Try again: the same form orders only once.'

/** Creates a manual order (by phone, at a market, free of charge, or as a replacement), with a preview first. */
export default function NewOrderPage() {
  const staff = useStaff()
  if (staff.may('createManualOrder')) return <NewOrder />
  return <p className="panel list-wait">Your role can’t enter orders. Ask an owner.</p>
}

function NewOrder() {
  const { plans } = useShop()
  const staff = useStaff()
  const [search, setSearch] = useSearch()
  /** a charge made by hand at the provider, which becomes this order */
  const strayId = search.get('movement')
  const strays = useAdmin('listStrays', {}, { enabled: strayId !== null && staff.may('listStrays') })
  const stray = strays.data?.strays.find(({ id }) => id === strayId)
  const top = useRef<HTMLHeadingElement>(null)
  const [text, setText] = useState<OrderText>(() => ({
    ...emptyOrder(plans),
    ...(strayId ? { kind: 'paid' as const, paidBy: 'transfer' as const } : {}),
  }))
  // One form makes one order: another one needs another key.
  const [key, setKey] = useState<string>(() => crypto.randomUUID())
  const readAgain = useReadAgain()
  const [made, setMade] = useState<MadeProps['made'] | null>(null)
  // Of the form as it is: a change resets it, so that a reply still on its way isn't shown for the changed form.
  const look = useChange('previewManualOrder')
  const preview = look.data ?? null
  const create = useChange('createManualOrder', {
    changes,
    onSuccess: (reply, { kind, email = '' }) => setMade({ ...reply, kind, email }),
    onAsked: again,
    onError: (error) => {
      // Its list says what was ordered, even if an answer got lost.
      void readAgain('/api/admin/manual-orders')
      // This form made another order before. Whoever wants this one, too, sees its preview again and sends it as a new form.
      if (!(error instanceof ApiError && error.code === 'already_ordered')) return
      setKey(crypto.randomUUID())
      look.reset()
    },
  })
  const change = (part: Partial<OrderText>) => {
    setText((before) => ({ ...before, ...part }))
    // What is just being sent may still fail, and then says so.
    if (!create.isPending) create.reset()
    // The reason doesn't change the preview.
    if (Object.keys(part).every((key) => key === 'reason')) return
    look.reset()
  }
  const failure =
    create.error && !isAsked(create.error)
      ? failedChange(create.error, nothing, lost)
      : look.error && sentenceOf(look.error, nothing)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (look.isPending || create.isPending) return
    const order = { ...orderOf(text), ...(strayId ? { strayId } : {}) }
    if (!preview) return look.mutate(order)
    create.mutate({
      ...order,
      reason: text.reason,
      totalCents: preview.totalCents,
      key,
    } as AdminSent<'createManualOrder'>)
  }

  function again() {
    setSearch('movement', '')
    setText(emptyOrder(plans))
    look.reset()
    setMade(null)
    setKey(crypto.randomUUID())
  }

  /** The same form, so that it's ordered only once. */
  function finish(order: ManualOrder) {
    if (!order.unfinished || look.isPending || create.isPending) return
    setText(orderAgain(plans, { ...order, unfinished: order.unfinished }))
    look.reset()
    create.reset()
    setMade(null)
    setKey(order.id)
    top.current?.focus()
  }

  return (
    <>
      <ScreenHead
        back={<Link to="/admin">Orders</Link>}
        title="New order"
        titleRef={top}
        note="By phone, at a market, on the house, or in place of a belt that went wrong."
      />
      {made ? (
        <MadeOrder made={made} onAgain={again} />
      ) : (
        <form className="panel adm-stack" onSubmit={onSubmit} noValidate>
          {stray && (
            <p className="adm-note">
              Paid by the charge of {formatCents(stray.amountCents)} of {formatDate(stray.day)}. What you
              choose has to cost just that.
            </p>
          )}
          <OrderFields text={text} onChange={change} isCharged={strayId !== null} />
          {preview && <PreviewPanel preview={preview} />}
          {preview && <RecordOf email={text.email} />}
          {failure && (
            <p className="adm-note" role="alert">
              {failure}
            </p>
          )}
          <div className="adm-tools">
            <button
              className={preview ? 'btn btn-ink' : 'btn btn-2'}
              type="submit"
              disabled={preview !== null && text.reason.trim() === ''}
              aria-disabled={look.isPending || create.isPending || undefined}
            >
              {preview ? createLabel[text.kind] : 'Preview it'}
            </button>
            {preview && text.reason.trim() === '' && <p className="quiet">Say why first.</p>}
          </div>
        </form>
      )}
      <ManualOrders onFinish={finish} />
    </>
  )
}

const createLabel: Record<OrderText['kind'], string> = {
  link: 'Email the link',
  card: 'Make the payment page',
  paid: 'Order, it’s paid',
  free: 'Order for free',
  replacement: 'Send a replacement',
}

function PreviewPanel({ preview }: { preview: Preview }) {
  const months = (first: string | null, last: string | null) =>
    first && last && first !== last
      ? `${dropTitle(first)} to ${dropTitle(last)}`
      : first
        ? dropTitle(first)
        : ''
  return (
    <section className="new-order-preview" aria-label="What happens" role="status">
      <ul className="adm-stack">
        {preview.items.map((item) => (
          <li key={item.what}>
            <strong>{item.what}</strong>
            <small className="quiet">
              {' '}
              {months(item.firstDrop, item.lastDrop)}, {formatCents(item.amountCents)}
              {item.taxCents > 0 && ` plus ${formatCents(item.taxCents)} tax`}
            </small>
          </li>
        ))}
      </ul>
      <p className="num">
        {preview.discountCents > 0 && `${formatCents(preview.discountCents)} off. `}
        Total <strong>{formatCents(preview.totalCents)}</strong>
        {preview.taxCents > 0 && `, ${formatCents(preview.taxCents)} of it tax`}
      </p>
      {preview.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

/** With what was sent: the form may have been changed since. */
type MadeProps = { made: Made & { kind: OrderText['kind']; email: string }; onAgain: () => void }

function MadeOrder({ made, onAgain }: MadeProps) {
  const { kind, email } = made
  return (
    <section className="panel adm-stack" role="status">
      {made.link ? (
        <>
          <p>The payment page is ready. Open it here, and stay on the phone until it says that it’s paid.</p>
          <p>
            <a className="btn btn-ink" href={made.link} target="_blank" rel="noreferrer">
              Open the payment page
            </a>
          </p>
        </>
      ) : kind === 'link' ? (
        <p>The link is on its way to {email}. The order shows up here once it’s paid.</p>
      ) : kind === 'replacement' ? (
        <p>
          We’ve set a belt aside. <Link to="/admin/exchanges">Ship it under Exchanges</Link>.
        </p>
      ) : (
        <p>
          <Link className="num" to={`/admin/orders/${made.orderId}`}>
            {made.orderNumber}
          </Link>{' '}
          is in, and its confirmation is on its way.
        </p>
      )}
      <div className="adm-tools">
        <button className="btn btn-2" type="button" onClick={onAgain}>
          Add another order
        </button>
      </div>
    </section>
  )
}

const words = {
  link: 'Link to pay',
  card: 'Card, on the phone',
  paid: 'Paid already',
  free: 'Free',
  replacement: 'Replacement',
}

/** Why one has no order. One without a link was being written when the shop stopped. */
function unmade({ kind, expiresAt }: Pick<ManualOrder, 'kind' | 'expiresAt'>): string {
  if (expiresAt) return 'not paid yet'
  return kind === 'link' || kind === 'card' ? 'ended' : 'interrupted: nothing was ordered or charged'
}

/** The manual orders, and which payment links are still unpaid. */
function ManualOrders({ onFinish }: { onFinish: (order: ManualOrder) => void }) {
  const staff = useStaff()
  const pages = usePages()
  const list = useAdmin('listManualOrders', pages.cursor ? { cursor: pages.cursor } : {}, { keeps: true })
  const end = useChange('endManualOrder', {
    changes: ['/api/admin/manual-orders'],
    onError: toastFailedChange,
  })
  const orders = list.data?.orders ?? []
  if (orders.length === 0) return null
  return (
    <section className="panel" aria-labelledby="written-title">
      <h2 id="written-title">Manual orders</h2>
      <ul className="order-lines">
        {orders.map((order) => (
          <li key={order.id}>
            <Instant at={order.createdAt} />
            <span>
              {order.orderId ? (
                <Link className="num" to={`/admin/orders/${order.orderId}`}>
                  {order.orderNumber}
                </Link>
              ) : (
                order.email
              )}
              <small className="quiet">
                {' '}
                {words[order.kind]}, {order.reason}, by {order.username}
                {!order.orderId && `, ${unmade(order)}`}
              </small>{' '}
              {order.unfinished && (
                <button className="text-btn" type="button" onClick={() => onFinish(order)}>
                  Finish it<span className="sr">: the order of {order.email}</span>
                </button>
              )}
              {!order.orderId && order.expiresAt && staff.may('endManualOrder') && (
                <button
                  className="text-btn"
                  type="button"
                  onClick={() => end.mutate({ manualOrderId: order.id })}
                >
                  End the link<span className="sr"> of {order.email}</span>
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Pager pages={pages} nextCursor={list.data?.nextCursor ?? null} />
    </section>
  )
}
