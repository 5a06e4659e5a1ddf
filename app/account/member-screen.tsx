import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountReply } from '../../domain/account/contracts.ts'
import { formatCents } from '../../domain/money.ts'
import { ApiError } from '../browser/call-api.ts'
import { FieldError } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { callAccount, sentenceOf } from './client/use-account.ts'
import { CreditSection } from './exchanges/credit-section.tsx'
import { MembershipCard } from './membership-card.tsx'

/** Everything of a signed-in address: its memberships, then what concerns the address itself. */
export function MemberScreen({ account }: { account: AccountReply<'readMember'> }) {
  const { email, memberships } = account
  const isOne = memberships.length === 1
  return (
    <>
      {!isOne && (
        <div className="account-top">
          <h1>{memberships.length === 0 ? 'My membership' : 'My memberships'}</h1>
          <SignOut email={email} />
        </div>
      )}
      {memberships.length === 0 && (
        <p className="lead">
          We can’t find a membership for {email}. If you ordered with another email, try that one.
        </p>
      )}
      {memberships.map((membership) => (
        <MembershipCard key={membership.id} membership={membership} isOnly={isOne}>
          {isOne && <SignOut email={email} />}
        </MembershipCard>
      ))}
      <CreditSection />
      <PrivacySection email={email} />
    </>
  )
}

/** Ends the session of this device. Nothing that was read stays on the page. */
function SignOut({ email }: { email: string }) {
  const client = useQueryClient()
  const signOut = () =>
    callAccount('signOutMember', {}).then(
      () => client.resetQueries(),
      (error: unknown) =>
        showToast({ title: 'Not signed out', description: sentenceOf(error), destructive: true }),
    )
  return (
    <p className="small account-who">
      <span className="quiet">{email}</span>
      <button className="btn btn-3" type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </p>
  )
}

/** What concerns the address itself, whatever it bought. */
function PrivacySection({ email }: { email: string }) {
  return (
    <section className="account-privacy" aria-labelledby="account-privacy">
      <h2 className="account-h" id="account-privacy">
        Privacy
      </h2>
      <dl className="account-rows">
        <div>
          <dt>Your data</dt>
          <dd>Everything we have about {email}, in one file</dd>
          <dd>
            <a className="btn btn-3" href="/api/account/my-data" download>
              Download my data
            </a>
          </dd>
        </div>
        <SignOutEverywhere />
        <DeleteData />
      </dl>
    </section>
  )
}

/** Ends the session of every device on which a link was opened. */
function SignOutEverywhere() {
  const client = useQueryClient()
  const signOut = () =>
    callAccount('signOutMemberEverywhere', {}).then(
      () => client.resetQueries(),
      (error: unknown) =>
        showToast({ title: 'Not signed out', description: sentenceOf(error), destructive: true }),
    )
  return (
    <div>
      <dt>Devices</dt>
      <dd>Lost your phone, or used a shared computer?</dd>
      <dd>
        <button className="btn btn-3" type="button" onClick={() => void signOut()}>
          Sign out everywhere
        </button>
      </dd>
    </div>
  )
}

/** Two clicks, nothing to type; a third where store credit ends with it. While something is owed or renews, the server says what to do first. */
function DeleteData() {
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
        description: 'We keep order records for taxes, without your name.',
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
      <dd>Name, address, messages and letters. We keep order records for taxes, without your name.</dd>
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
          <p>This can’t be undone. You keep your belts, but this page will be gone.</p>
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
