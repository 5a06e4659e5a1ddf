import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { sentStates } from '../../../domain/box.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { ExchangeCard } from './exchange-card.tsx'
import './exchanges.css'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { type ExchangeKind, type ExchangeRemedy, exchangeKinds } from '../../../domain/exchange.ts'
import { type BrokenPart, brokenPartNames, brokenParts } from '../../../domain/warranty.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { RecordOf } from '../ui/track-record.tsx'
import { useExchangeChange } from './use-exchange-change.ts'

type Box = OrderDetail['memberships'][number]['boxes'][number] & { isGift: boolean }

const kinds: Record<ExchangeKind, string> = {
  size: 'Another size',
  style: 'Another belt',
  damaged: 'It broke or is damaged',
  return: 'Returning it',
  lost: 'It never came',
}

const given: Record<ExchangeRemedy, string> = {
  replacement: 'Send a new one',
  repair: 'Repair it',
  refund: 'Refund the buyer',
  credit: 'Store credit',
}

/** The remedies for a belt; the first one is preselected. */
function remediesFor(kind: ExchangeKind, { isGift }: Box): ExchangeRemedy[] {
  if (kind === 'size' || kind === 'style') return ['replacement']
  const money: ExchangeRemedy[] = isGift ? ['refund', 'credit'] : ['refund']
  if (kind === 'return') return money
  return kind === 'damaged' ? ['replacement', 'repair', ...money] : ['replacement', ...money]
}

/** Starts an exchange for someone who wrote or called; the 30-day limit doesn't bind the owner. */
function StartExchange({ orderId, boxes, onClose }: { orderId: string; boxes: Box[]; onClose: () => void }) {
  const [boxId, setBoxId] = useState(boxes[0]!.id)
  const [kind, setKind] = useState<ExchangeKind>('size')
  const [part, setPart] = useState<BrokenPart>('buckle')
  const [chosenBelt, setBelt] = useState('')
  const [chosenSize, setSize] = useState('')
  const [wish, setWish] = useState<ExchangeRemedy>('replacement')
  const box = boxes.find(({ id }) => id === boxId)!
  const remedies = remediesFor(kind, box)
  const remedy = remedies.includes(wish) ? wish : remedies[0]!
  const isSent = remedy === 'replacement'
  const options = useAdmin('listReplacements', { boxId }, { enabled: isSent })
  const start = useExchangeChange('startExchange', 'Started, and they’ve been emailed', onClose)

  const [same, ...others] = options.data?.belts ?? []
  const all = [...(same ? [same] : []), ...others]
  const belts = { size: all.slice(0, 1), style: others, damaged: all, lost: all, return: [] }[kind].filter(
    ({ sizes }) => sizes.length > 0,
  )
  const belt = belts.find(({ id }) => id === chosenBelt) ?? belts[0]
  const sizes = (belt?.sizes ?? []).filter((size) => kind !== 'size' || size !== options.data?.size)
  const size = [chosenSize, options.data?.size ?? ''].find((each) => sizes.includes(each)) ?? sizes[0]
  const piece = belt && size ? { productId: belt.id, size } : null

  return (
    <AskDialog
      title="Start an exchange"
      action="Start it"
      isBusy={(isSent && !piece) || start.isPending}
      onClose={onClose}
      onConfirm={() =>
        start.mutate({
          ...{ boxId, kind, remedy },
          ...(kind === 'damaged' ? { part } : {}),
          ...(isSent ? piece! : {}),
        })
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
          label="What’s wrong"
          value={kind}
          onChange={setKind}
          options={exchangeKinds.map((value) => [value, kinds[value]] as const)}
        />
        {kind === 'damaged' && (
          <SelectField
            label="What broke"
            value={part}
            onChange={setPart}
            options={brokenParts.map((each) => [each, brokenPartNames[each]] as const)}
          />
        )}
        {remedies.length > 1 && (
          <SelectField
            label="What we’ll do"
            value={remedy}
            onChange={setWish}
            options={remedies.map((each) => [each, given[each]] as const)}
          />
        )}
        {isSent && belts.length > 1 && (
          <SelectField
            label="Belt"
            value={belt?.id ?? ''}
            onChange={setBelt}
            options={belts.map(({ id, name }) => [id, name] as const)}
          />
        )}
        {isSent && sizes.length > 0 && (
          <SelectField
            label="Size"
            value={size ?? ''}
            onChange={setSize}
            options={sizes.map((each) => [each, each] as const)}
          />
        )}
      </div>
      <RecordOf orderId={orderId} />
      {isSent && options.data && !piece && <p role="status">{outOfStock(kind, same?.name)}</p>}
    </AskDialog>
  )
}

function outOfStock(kind: ExchangeKind, belt = 'this belt'): string {
  if (kind === 'size')
    return `There’s no other size of ${belt} on the shelf. Offer another belt, or a return.`
  return kind === 'style'
    ? 'No other belt from this drop is left that they haven’t had. Offer a return.'
    : 'No belt from this drop is left that they haven’t had. Choose another way to make it right.'
}

function boxLabel({ drop, belt, size }: Box): string {
  return [dropTitle(drop as Drop), ...(belt ? [belt] : []), ...(size ? [`size ${size}`] : [])].join(', ')
}

/** An order's exchanges, and a way to start one. */
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
        <p className="quiet">No belt from this order has come back.</p>
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
            Start an exchange
          </button>
        )}
        <Link to="/admin/exchanges">All exchanges</Link>
      </div>
      {isAsked && <StartExchange orderId={detail.order.id} boxes={boxes} onClose={() => setAsked(false)} />}
    </section>
  )
}
