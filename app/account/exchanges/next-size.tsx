import { useState } from 'react'
import type { SentBelt } from '../../../domain/account/exchange-calls.ts'
import { nextSize } from '../../../domain/next-size.ts'
import { sentenceOf, useAccount, useAccountChange } from '../use-account.ts'

/** What a tight or loose belt says about the next ones: the neighbouring size, for who wants it. */
export function NextSize({ belt, fit }: { belt: SentBelt; fit: 'tight' | 'loose' }) {
  const change = useAccountChange('changeSize')
  const [error, setError] = useState<string | null>(null)
  const membership = useAccount().data?.memberships.find(({ id }) => id === belt.membershipId)
  const size = membership && belt.size && nextSize(belt.size, fit, membership.gender)
  if (!membership?.taste || !size || !membership.next) return null
  if (membership.taste.size === size) return <p className="note">Your next belts come in size {size}.</p>
  return (
    <p>
      <button
        className="btn btn-3"
        type="button"
        aria-disabled={change.isPending || undefined}
        onClick={() =>
          !change.isPending &&
          change.mutate({ id: membership.id, size }, { onError: (cause) => setError(sentenceOf(cause)) })
        }
      >
        Send my next belts in size {size}
      </button>
      {error && <span role="alert">{error}</span>}
    </p>
  )
}
