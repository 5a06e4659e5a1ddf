import { useEffect, useRef } from 'react'
import { formatCents } from '../../domain/money.ts'
import type { Promoting } from './use-promotion.ts'

type PromotionRowProps = {
  promotion: Promoting
  code: string
  /** integer cents, undefined while the server has not said */
  discountCents: number | undefined
}

/** The applied code in the sums: what it does, what it takes off, and how to take it out. */
export function PromotionRow({ promotion, code, discountCents }: PromotionRowProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isByBuyer } = promotion
  const isUnknown = promotion.isUnanswered && discountCents === undefined

  useEffect(() => {
    if (isByBuyer) button.current?.focus()
  }, [isByBuyer])

  return (
    <div className="promotion-row">
      <dt>
        Promotion {code}
        {promotion.applied && <span className="hint">{promotion.applied.description}</span>}
        {isUnknown && <span className="hint">Not checked: no answer. We check it before you pay.</span>}
        <button
          className="btn btn-3"
          type="button"
          ref={button}
          aria-label={`Remove promotion ${code}`}
          onClick={promotion.remove}
        >
          Remove
        </button>
      </dt>
      <dd>
        {isUnknown ? '' : discountCents === undefined ? 'Checking...' : `\u2212${formatCents(discountCents)}`}
      </dd>
    </div>
  )
}
