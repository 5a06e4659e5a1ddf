import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents } from '../../domain/money.ts'
import { ApiError } from '../browser/call-api.ts'
import { FieldError } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { callAccount, sentenceOf } from './use-account.ts'

/** Two clicks, nothing to type; a third where store credit ends with it. While something is owed or renews, the server says what to do first. */
export function DeleteData() {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // Store credit that ends with the data; null until the server has told of it.
  const [creditCents, setCreditCents] = useState<number | null>(null)

  async function remove() {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await callAccount('deleteMyData', creditCents === null ? {} : { givesUpCreditCents: creditCents })
      showToast({
        title: 'Your data is deleted',
        description: 'Orders stay for the tax office, without you.',
      })
      await client.resetQueries()
    } catch (cause) {
      setError(sentenceOf(cause))
      const told = cause instanceof ApiError ? Number(cause.details.creditCents) : Number.NaN
      setCreditCents(Number.isInteger(told) ? told : null)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <dt>Deletion</dt>
      <dd>Name, address, messages and letters; orders stay for the tax office, without you</dd>
      <dd>
        <button
          className="btn btn-3"
          type="button"
          aria-expanded={isAsked}
          aria-controls="delete-data"
          onClick={() => {
            setAsked(!isAsked)
            setError(null)
            setCreditCents(null)
          }}
        >
          {isAsked ? 'Keep my data' : 'Delete my data'}
        </button>
      </dd>
      {isAsked && (
        <dd className="account-row-form account-panel" id="delete-data">
          <p>This cannot be undone. Your belts stay yours, and this page knows you no more.</p>
          <FieldError id="delete-data-error" error={error} />
          <p>
            <button
              className="btn btn-2"
              type="button"
              aria-disabled={isBusy || undefined}
              onClick={() => void remove()}
            >
              {creditCents === null ? 'Delete it now' : `Give up ${formatCents(creditCents)} and delete it`}
            </button>
          </p>
        </dd>
      )}
    </div>
  )
}
