import { messages } from '../../domain/messages.ts'
import { useShop } from '../shop/use-shop.ts'
import { SlowNote } from '../ui/busy-button.tsx'
import { useHeldFocus, useInheritedFocus } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Unfinished } from './use-finish-order.ts'

type UnfinishedOrderProps = { unfinished: Unfinished; isTrying: boolean; onTryAgain: () => void }

/**
 * Paid or processing, but without an order: says so permanently, keeps the payment's reference, and never asks to pay
 * again.
 */
export function UnfinishedOrder({ unfinished, isTrying, onTryAgain }: UnfinishedOrderProps) {
  const { supportEmail } = useShop()
  const { because, kept, paid, reason } = unfinished
  const { holder, button } = useHeldFocus<HTMLDivElement>(isTrying)
  useInheritedFocus(holder)
  const support = <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
  const reference = <b className="num reference">{paid.intentId}</b>
  return (
    <div className="pay-form" ref={holder} tabIndex={-1}>
      {because === 'processing' ? (
        <p className="alert" role="status">
          <Icon name="alert" />
          Your bank has the payment but hasn’t decided yet. Please don’t pay again.
        </p>
      ) : (
        <p className="alert bad" role="alert">
          <Icon name="alert" />
          {because === 'setup'
            ? messages.checkout.subscriptionCreationFailedDetail
            : messages.checkout.orderCreationFailedDetail}
        </p>
      )}
      <p className="small">
        {because === 'processing' && (
          <>
            This can take a few minutes. As soon as the bank says yes, we’ll place your order and email{' '}
            {kept.email}, so you can close this page. If it says no, you won’t be charged and your cart will
            still be here.{' '}
          </>
        )}
        {because === 'order' && (
          <>You won’t be charged again. We’ll keep working on your order and email your confirmation. </>
        )}
        {because === 'setup' && (
          <>Your card is saved and you haven’t been charged. Please try again. Your cart is still here. </>
        )}
        The {because === 'setup' ? 'card’s' : 'payment’s'} reference is {reference}; support is {support}.
      </p>
      {reason && <p className="small quiet">{reason}</p>}
      <button
        className="btn btn-1 btn-wide"
        type="button"
        ref={button}
        disabled={isTrying}
        onClick={onTryAgain}
      >
        {isTrying ? 'One moment...' : because === 'processing' ? 'Look again' : 'Try again'}
      </button>
      <SlowNote isBusy={isTrying} />
    </div>
  )
}
