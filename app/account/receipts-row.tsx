import { useState } from 'react'
import type { MembershipView, MoneyView, ReceiptView } from '../../domain/account/account-view.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'

/** Every payment, newest first, each with its receipt. */
export function ReceiptsRow({ membership, money }: { membership: MembershipView; money: MoneyView }) {
  const [shown, setShown] = useState<ReceiptView | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <dt>Receipts</dt>
      <dd className="account-receipts">
        <ul>
          {money.receipts.map((receipt) => (
            <li key={receipt.id}>
              <span>
                {formatDate(receipt.paidOn)}, {formatCents(receipt.amountCents + receipt.taxCents)}
                {receipt.refunds.map((refund) => (
                  <span key={`${refund.on}-${refund.amountCents}`} className="quiet">
                    {' '}
                    ({formatCents(refund.amountCents)} refunded)
                  </span>
                ))}
              </span>
              <button
                className="btn btn-3"
                type="button"
                onClick={() => {
                  setShown(receipt)
                  setOpen(true)
                }}
              >
                Open
                <span className="sr"> the receipt of {formatDate(receipt.paidOn)}</span>
              </button>
            </li>
          ))}
        </ul>
        {shown && (
          <ReceiptDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            receipt={shown}
            plan={money.planName}
            membership={membership}
          />
        )}
      </dd>
    </div>
  )
}
