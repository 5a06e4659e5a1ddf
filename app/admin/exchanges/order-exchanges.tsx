import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { sentStates } from '../../../domain/box.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'

import { ExchangeCard } from './exchange-card.tsx'
import './exchanges.css'

import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { type ExchangeKind, exchangeKinds } from '../../../domain/exchange.ts'
import { SelectField } from '../belts/select-field.tsx'
import { AskDialog } from '../ui/ask-dialog.tsx'

import { useExchangeChange } from './use-exchange-change.ts'

type Box = OrderDetail['memberships'][number]['boxes'][number] & { isGift: boolean }

const kinds: Record<ExchangeKind, string> = {
  size: 'Another size',
  style: 'Another belt of the drop',
  damaged: 'Damaged: a new one right away',
  return: 'A return',
  lost: 'It never came',
}

/** Begins an exchange for who wrote or called; the 30 days do not bind the owner. */
function StartExchange({ boxes, onClose }: { boxes: Box[]; onClose: () => void }) {
  const [boxId, setBoxId] = useState(boxes[0]!.id)
  const [kind, setKind] = useState<ExchangeKind>('size')
  const [chosenBelt, setBelt] = useState('')
  const [chosenSize, setSize] = useState('')
  const [remedy, setRemedy] = useState<'refund' | 'credit'>('refund')
  const box = boxes.find(({ id }) => id === boxId)!
  const options = useAdmin('listReplacements', { boxId }, { enabled: kind !== 'return' })
  const start = useExchangeChange('startExchange', 'Exchange begun: the member has the mail', onClose)

  const offered = options.data?.belts ?? []
  const belts = kind === 'style' ? offered.slice(1) : offered.slice(0, 1)
  const belt = belts.find(({ id }) => id === chosenBelt) ?? belts[0]
  const sizes = (belt?.sizes ?? []).filter((size) => kind !== 'size' || size !== options.data?.size)
  const size = [chosenSize, options.data?.size ?? ''].find((each) => sizes.includes(each)) ?? sizes[0]
  const isReady = kind === 'return' || (belt !== undefined && size !== undefined)

  return (
    <AskDialog
      title="Begin an exchange"
      action="Begin it"
      isBusy={!isReady || start.isPending}
      onClose={onClose}
      onConfirm={() =>
        start.mutate(
          kind === 'return' ? { boxId, kind, remedy } : { boxId, kind, productId: belt!.id, size: size! },
        )
      }
    >
      <div className="fields exchange-begin">
        <SelectField
          label="Which belt"
          value={boxId}
          onChange={setBoxId}
          options={boxes.map((each) => [each.id, boxLabel(each)] as const)}
        />
        <SelectField
          label="What is asked for"
          value={kind}
          onChange={setKind}
          options={exchangeKinds.map((value) => [value, kinds[value]] as const)}
        />
        {kind === 'style' && (
          <SelectField
            label="Belt"
            value={belt?.id ?? ''}
            onChange={setBelt}
            options={belts.map(({ id, name }) => [id, name] as const)}
          />
        )}
        {kind !== 'return' && (
          <SelectField
            label="Size"
            value={size ?? ''}
            onChange={setSize}
            options={sizes.map((each) => [each, each] as const)}
          />
        )}
        {kind === 'return' && box.isGift && (
          <SelectField
            label="What is given"
            value={remedy}
            onChange={setRemedy}
            options={[
              ['refund', 'A refund to the purchaser'],
              ['credit', 'Store credit to the recipient'],
            ]}
          />
        )}
      </div>
      {kind !== 'return' && options.data && sizes.length === 0 && (
        <p role="status">Nothing of it is in stock.</p>
      )}
    </AskDialog>
  )
}

function boxLabel({ drop, belt, size }: Box): string {
  return [dropTitle(drop as Drop), ...(belt ? [belt] : []), ...(size ? [`size ${size}`] : [])].join(', ')
}

/** The exchanges of an order, and the way to begin one for who wrote or called. */
export function OrderExchanges({ detail }: { detail: OrderDetail }) {
  const staff = useStaff()
  const [isAsked, setAsked] = useState(false)
  const found = useAdmin('listExchanges', { state: 'all', orderId: detail.order.id, limit: 100 })
  const boxes = detail.memberships.flatMap((membership) =>
    membership.boxes
      .filter((box) => sentStates.includes(box.state))
      .map((box) => ({ ...box, isGift: membership.isGift })),
  )
  const exchanges = found.data?.exchanges ?? []
  if (boxes.length === 0 && exchanges.length === 0) return null
  return (
    <section className="panel d12">
      <h2>Exchanges</h2>
      {exchanges.length === 0 ? (
        <p className="quiet">No belt of this order has gone back.</p>
      ) : (
        <ul className="exchanges of-order">
          {exchanges.map((exchange) => (
            <li key={exchange.id}>
              <ExchangeCard exchange={exchange} isOfOrder />
            </li>
          ))}
        </ul>
      )}
      <div className="exchange-do">
        {staff.may('startExchange') && boxes.length > 0 && (
          <button className="btn btn-2" type="button" onClick={() => setAsked(true)}>
            Begin an exchange
          </button>
        )}
        <Link to="/admin/exchanges">All exchanges</Link>
      </div>
      {isAsked && <StartExchange boxes={boxes} onClose={() => setAsked(false)} />}
    </section>
  )
}
