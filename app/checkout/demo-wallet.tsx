import { useId, useState } from 'react'
import { formatCents } from '../../domain/money.ts'
import { useShop } from '../shop/use-shop.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type CardValues, formatCardNumber } from './card-values.ts'
import type { StartedCheckout } from './start-payment.ts'
import type { usePayment } from './use-payment.ts'
import { sheetLines, sheetRenewal } from './wallet-sheet.ts'

/** The demo wallet's cards, with the provider's test numbers. */
const cards = [
  ['4242424242424242', 'pays'],
  ['4000000000000002', 'is declined'],
  ['4000002500003155', 'asks the bank'],
] as const

type DemoWalletProps = {
  started: StartedCheckout
  payment: ReturnType<typeof usePayment>
  onConfirm: (card: CardValues) => void
}

/**
 * Replaces Apple Pay and Google Pay if the shop has no payment keys: the same sheet, opened under the same
 * conditions, with cards that move no money.
 */
export function DemoWallet({ started, payment, onConfirm }: DemoWalletProps) {
  const shop = useShop()
  const title = useId()
  const select = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [number, setNumber] = useState<string>(cards[0][0])
  const renewal = isOpen ? sheetRenewal(started, shop, window.location.origin) : null

  function open() {
    if (payment.openWallet()) setIsOpen(true)
  }

  function confirm() {
    setIsOpen(false)
    onConfirm({ number, expiration: '12 / 40', securityCode: '123' })
  }

  return (
    <>
      <button className="btn btn-wide wallet" type="button" disabled={payment.isBusy} onClick={open}>
        Demo wallet
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} labelledBy={title} className="bank-dialog">
        <div className="bank">
          <h2 id={title}>Demo wallet</h2>
          <p className="quiet">On a live shop, this is Apple Pay or Google Pay. Here, no money moves.</p>
          <dl className="wallet-lines num">
            {sheetLines(started, shop.plans).map(({ name, amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two plans may have the same text, and lines never move
              <div key={index}>
                <dt>{name}</dt>
                <dd>{amount < 0 ? `\u2212${formatCents(-amount)}` : formatCents(amount)}</dd>
              </div>
            ))}
            <div className="total">
              <dt>Total today</dt>
              <dd>{formatCents(started.taxInfo.total)}</dd>
            </div>
          </dl>
          {renewal?.billingAgreement && <p className="note">{renewal.billingAgreement}</p>}
          <div className="field">
            <label htmlFor={select}>Card in this wallet</label>
            <select
              className="input num"
              id={select}
              value={number}
              onChange={(event) => setNumber(event.target.value)}
            >
              {cards.map(([value, does]) => (
                <option key={value} value={value}>
                  {formatCardNumber(value)} {does}
                </option>
              ))}
            </select>
          </div>
          <div className="bank-acts">
            <button className="btn btn-1" type="button" onClick={confirm}>
              Confirm
            </button>
            <button className="btn btn-2" type="button" onClick={() => setIsOpen(false)}>
              Cancel
            </button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
