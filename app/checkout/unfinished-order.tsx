import { messages } from '../../domain/messages.ts'
import { Icon } from '../ui/icons.tsx'

type UnfinishedOrderProps = {
  paymentIntentId: string
  supportEmail: string
  isTrying: boolean
  onTryAgain: () => void
}

/** Paid, but no order came back: says so for good, keeps the payment's reference, and never asks to pay again. */
export function UnfinishedOrder({
  paymentIntentId,
  supportEmail,
  isTrying,
  onTryAgain,
}: UnfinishedOrderProps) {
  return (
    <div className="pay-form">
      <p className="alert bad" role="alert">
        <Icon name="alert" />
        {messages.checkout.orderCreationFailedDetail}
      </p>
      <p className="small">
        You are not charged again. We go on making your order by ourselves, and its confirmation comes by
        email. The payment's reference is <b className="num reference">{paymentIntentId}</b>; support is{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
      <button className="btn btn-1 btn-wide" type="button" disabled={isTrying} onClick={onTryAgain}>
        {isTrying ? 'One moment...' : 'Try again'}
      </button>
    </div>
  )
}
