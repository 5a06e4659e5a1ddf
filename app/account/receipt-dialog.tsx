import type { MembershipView, ReceiptView } from '../../domain/account/account-view.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import { useShop } from '../layout/use-shop.ts'
import { Dialog } from '../ui/dialog.tsx'

type ReceiptDialogProps = {
  open: boolean
  onClose: () => void
  receipt: ReceiptView
  plan: string
  membership: MembershipView
}

/** One payment as a sheet that can be printed: nothing else of the page comes onto the paper. */
export function ReceiptDialog({ open, onClose, receipt, plan, membership }: ReceiptDialogProps) {
  const { name, supportEmail } = useShop()
  const what = membership.isGift ? `Gift for ${membership.wearer}, ${plan}` : `${plan} membership`
  const belts = receipt.boxCount === 1 ? '1 belt' : `${receipt.boxCount} belts`
  const total = receipt.amountCents + receipt.taxCents
  return (
    <Dialog open={open} onClose={onClose} labelledBy="receipt-title" className="receipt">
      <div className="receipt-sheet num">
        <h2 id="receipt-title">Receipt</h2>
        <p className="quiet">
          {name}, order {receipt.orderNumber}, paid {formatDate(receipt.paidOn)}
        </p>
        <dl className="receipt-rows">
          <div>
            <dt>
              {what}, {belts}
            </dt>
            <dd>{formatCents(receipt.amountCents)}</dd>
          </div>
          <div>
            <dt>Shipping</dt>
            <dd>Free</dd>
          </div>
          {receipt.taxCents > 0 && (
            <div>
              <dt>Sales tax, California</dt>
              <dd>{formatCents(receipt.taxCents)}</dd>
            </div>
          )}
          <div className="total">
            <dt>Paid</dt>
            <dd>{formatCents(total)}</dd>
          </div>
          {receipt.refunds.map((refund) => (
            <div key={`${refund.on}-${refund.amountCents}`}>
              <dt>
                {refund.isDone ? 'Refunded' : 'Refund on its way since'} {formatDate(refund.on)}
              </dt>
              <dd>−{formatCents(refund.amountCents)}</dd>
            </div>
          ))}
        </dl>
        <p className="note">Questions? {supportEmail}</p>
        <p className="account-acts receipt-acts">
          <button className="btn btn-2" type="button" onClick={() => window.print()}>
            Print
          </button>
          <button className="btn btn-3" type="button" onClick={onClose}>
            Close
          </button>
        </p>
      </div>
    </Dialog>
  )
}
