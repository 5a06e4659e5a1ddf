import { useState } from 'react'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { type Drop, dropName } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { useStaff } from '../use-staff.ts'
import { RefundDialog } from './refund-dialog.tsx'

const signs: Record<string, string> = {
  assigned: 'half',
  packed: 'half',
  shipped: 'full',
  delivered: 'ok',
  returned: 'no',
  held: 'wn',
  refunded: 'no',
  cancelled: 'no',
}

/** The boxes that each membership of the order is owed; those not packed can be given back. */
export function OrderBoxes({ detail }: { detail: OrderDetail }) {
  const staff = useStaff()
  const [chosen, setChosen] = useState<string[]>([])
  const [asked, setAsked] = useState(false)
  const mayRefund = staff.may('refundOrderBoxes')
  const boxes = detail.memberships.flatMap((membership) => membership.boxes)
  const open = chosen.filter((id) => boxes.some((box) => box.id === id && box.isRefundable))
  return (
    <section className="panel d12">
      <h2>Boxes</h2>
      <div className="order-facts">
        {detail.memberships.map((membership) => (
          <fieldset key={membership.id} className="order-boxes">
            <legend>
              {membership.planName}
              {membership.isGift ? ', gift' : ''}, {membership.status.replace('_', ' ')}
            </legend>
            {membership.boxes.map((box) => (
              <div key={box.id} className="order-box num">
                {mayRefund ? (
                  <input
                    type="checkbox"
                    className="tick sq"
                    aria-label={`Box of ${dropName(box.drop as Drop)} ${box.drop.slice(0, 4)}`}
                    disabled={!box.isRefundable}
                    checked={open.includes(box.id)}
                    onChange={(event) =>
                      setChosen(event.target.checked ? [...open, box.id] : open.filter((id) => id !== box.id))
                    }
                  />
                ) : (
                  <span />
                )}
                <span>
                  {dropName(box.drop as Drop)} {box.drop.slice(0, 4)}
                </span>
                <span className={`st ${signs[box.state] ?? ''}`}>
                  {box.state}
                  {box.holdReason && `: ${box.holdReason}`}
                </span>
                <span>{formatCents(box.valueCents)}</span>
                {box.belt && <span className="quiet">{box.belt}</span>}
              </div>
            ))}
          </fieldset>
        ))}
      </div>
      {mayRefund && (
        <button
          className="btn btn-2"
          type="button"
          disabled={open.length === 0}
          onClick={() => setAsked(true)}
        >
          Refund {open.length === 0 ? 'boxes' : open.length === 1 ? 'one box' : `${open.length} boxes`}
        </button>
      )}
      {asked && <RefundDialog order={detail.order} boxIds={open} onClose={() => setAsked(false)} />}
    </section>
  )
}
