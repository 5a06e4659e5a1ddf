import { useRef, useState } from 'react'
import { accountContracts } from '../../domain/account/contracts.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import { sizeAsMeasured } from '../../domain/measured.ts'
import type {
  AddressView,
  MembershipView,
  MoneyView,
  ReceiptView,
  TasteView,
} from '../../domain/membership-view.ts'
import { formatCents } from '../../domain/money.ts'
import { taxName } from '../../domain/tax.ts'
import { callAddress } from '../browser/call-api.ts'
import { useShop } from '../shop/use-shop.ts'
import { Dialog, useFocusAfter } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast-store.ts'
import { AddressForm } from './address-form.tsx'
import { giftFor, placeLabel, sizeLabel, stylesLabel } from './belt-labels.ts'
import { TastePanel } from './taste-panel.tsx'
import { UpdateCard } from './update-card.tsx'

type DetailsSectionProps = { membership: MembershipView; heading: 'h2' | 'h3' }

/** The details of a membership, each row with a way to change it. */
export function DetailsSection({ membership, heading: Heading }: DetailsSectionProps) {
  const { id, taste, money, mails } = membership
  if (!taste && !money) return null
  const titleId = `details-${id}`
  return (
    <section aria-labelledby={titleId}>
      <Heading className="account-h" id={titleId}>
        Details
      </Heading>
      <dl className="account-rows num">
        {taste && <AddressRow membershipId={id} address={taste.address} />}
        {taste && <TasteRow membership={membership} taste={taste} />}
        {money?.hasCard && (
          <div>
            <dt>Card</dt>
            <dd>Kept by our payment provider, not by us</dd>
            <dd>
              <UpdateCard membershipId={id} />
            </dd>
          </div>
        )}
        {mails && (
          <div>
            <dt>Emails</dt>
            <dd>
              Receipts and renewals go to {mails.money}. Shipping news and size questions go to {mails.belts}.
              You can sign in with either one.
            </dd>
          </div>
        )}
        {money && money.receipts.length > 0 && <ReceiptsRow membership={membership} money={money} />}
      </dl>
    </section>
  )
}

/** The shipping address and the form that changes it. */
function AddressRow({ membershipId, address }: { membershipId: string; address: AddressView }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(button, isOpen)
  const formId = `address-${membershipId}`
  return (
    <div>
      <dt>Address</dt>
      <dd>{[address.fullName, placeLabel(address)].filter(Boolean).join(', ') || 'No address yet'}</dd>
      <dd>
        <button
          className="btn btn-3"
          type="button"
          ref={button}
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Keep' : 'Change'}
          <span className="sr"> the address</span>
        </button>
      </dd>
      {isOpen && (
        <dd className="account-row-form" id={formId}>
          <AddressForm membershipId={membershipId} address={address} onDone={() => setOpen(false)} />
        </dd>
      )}
    </div>
  )
}

/** The wearer's size and styles, and the form that changes them. */
function TasteRow({ membership, taste }: { membership: MembershipView; taste: TasteView }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(button, isOpen)
  const formId = `taste-row-${membership.id}`
  return (
    <div>
      <dt>Size and styles</dt>
      <dd>{`${sizeAsMeasured(sizeLabel(taste.size).replace(/^size /, ''), taste.measured)}, ${stylesLabel(taste.styles)}`}</dd>
      <dd>
        <button
          className="btn btn-3"
          type="button"
          ref={button}
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Keep them' : 'Change'}
          <span className="sr"> size and styles</span>
        </button>
      </dd>
      {isOpen && (
        <dd className="account-row-form">
          <TastePanel
            id={formId}
            membership={membership}
            onDone={({ words }) => {
              setOpen(false)
              showToast({ title: 'Size and styles', description: words })
            }}
          />
        </dd>
      )}
    </div>
  )
}

const receiptAddress = (id: string, subjectId: string) =>
  callAddress(accountContracts.downloadReceipt, { id, subjectId })

/** Every payment, newest first, with its receipt. */
function ReceiptsRow({ membership, money }: { membership: MembershipView; money: MoneyView }) {
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
                {receipt.creditCents > 0 && ` and ${formatCents(receipt.creditCents)} of store credit`}
                {receipt.refunds.map((refund) => (
                  <span key={refund.id} className="quiet">
                    {' '}
                    ({formatCents(refund.amountCents)} refunded,{' '}
                    <a href={receiptAddress(membership.id, refund.id)} download>
                      credit note
                      <span className="sr"> of {formatDate(refund.on)}</span>
                    </a>
                    )
                  </span>
                ))}
              </span>
              <a className="btn btn-3" href={receiptAddress(membership.id, receipt.id)} download>
                PDF
                <span className="sr"> of the receipt of {formatDate(receipt.paidOn)}</span>
              </a>
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
            membership={membership}
          />
        )}
      </dd>
    </div>
  )
}

type ReceiptDialogProps = {
  open: boolean
  onClose: () => void
  receipt: ReceiptView
  membership: MembershipView
}

/** A printable receipt; nothing else of the page is printed. */
function ReceiptDialog({ open, onClose, receipt, membership }: ReceiptDialogProps) {
  const { name, supportEmail } = useShop()
  const { planName } = receipt
  const what = membership.isGift ? `${giftFor(membership.wearer)}, ${planName}` : `${planName} membership`
  // A payment of an unexpected amount buys nothing until we've looked at it.
  const count = receipt.boxCount === 1 ? '1 belt' : `${receipt.boxCount} belts`
  const belts = receipt.boxCount === 0 ? 'being looked at' : count
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
            <dd>{formatCents(receipt.amountCents + receipt.creditCents)}</dd>
          </div>
          {receipt.creditCents > 0 && (
            <div>
              <dt>Store credit</dt>
              <dd>−{formatCents(receipt.creditCents)}</dd>
            </div>
          )}
          <div>
            <dt>Shipping</dt>
            <dd>Free</dd>
          </div>
          {receipt.taxCents > 0 && (
            <div>
              <dt>{taxName([receipt.taxState])}</dt>
              <dd>{formatCents(receipt.taxCents)}</dd>
            </div>
          )}
          <div className="total">
            <dt>Paid</dt>
            <dd>{formatCents(total)}</dd>
          </div>
          {receipt.refunds.map((refund) => (
            <div key={refund.id}>
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
