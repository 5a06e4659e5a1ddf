import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type AccountReply, accountContracts } from '../../domain/account/contracts.ts'
import { calendarDateIn, formatDay } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import { ApiError, send } from '../browser/call-api.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { useFocusAfter } from '../ui/dialog.tsx'
import { FieldError } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { FreshLink } from './client/fresh-link.tsx'
import { asMember, callAccount, isSignedOut, sentenceOf } from './client/use-account.ts'
import { DelayPanel } from './delay-panel.tsx'
import { CreditSection } from './exchanges/credit-section.tsx'
import { NothingSent } from './exchanges/use-sent-belts.tsx'
import { MembershipCard } from './membership-card.tsx'

/** Everything for a signed-in address: its memberships, then settings of the address itself. */
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
      <NothingSent />
      {memberships.length === 0 && (
        <p className="lead">
          We can’t find a membership for {email}. If you ordered with another email, try that one.
        </p>
      )}
      <DelayPanel />
      {memberships.map((membership) => (
        <MembershipCard key={membership.id} membership={membership} isOnly={isOne}>
          {isOne && <SignOut email={email} />}
        </MembershipCard>
      ))}
      <CreditSection />
      <PrivacySection email={email} />
      <FreshLink />
    </>
  )
}

/** Signs this device out and drops all data from the page. */
function SignOut({ email }: { email: string }) {
  const client = useQueryClient()
  const signOut = () =>
    callAccount('signOutMember', {}).then(
      () => client.resetQueries(),
      (error: unknown) => {
        // Already signed out elsewhere: what's still on this page goes, too.
        if (isSignedOut(error)) return client.resetQueries()
        showToast({ title: 'Not signed out', description: sentenceOf(error), destructive: true })
      },
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

/** Settings of the address, whatever it bought. */
function PrivacySection({ email }: { email: string }) {
  return (
    <section className="account-privacy" aria-labelledby="account-privacy">
      <h2 className="account-h" id="account-privacy">
        Privacy
      </h2>
      <dl className="account-rows">
        <Letter email={email} />
        <div>
          <dt>Your data</dt>
          <dd>Everything we have about {email}, in one file</dd>
          <dd>
            <DownloadData />
          </dd>
        </div>
        <Devices />
        <DeleteData email={email} />
      </dl>
    </section>
  )
}

/** The newsletter subscription of this address: on and off here, or off by the link in each email. */
function Letter({ email }: { email: string }) {
  const client = useQueryClient()
  const key = ['account', 'letter']
  const { data } = useQuery({ queryKey: key, queryFn: () => callAccount('readLetterWish', {}) })
  const [isBusy, setBusy] = useState(false)
  if (!data) return null
  async function wish(isWanted: boolean) {
    setBusy(true)
    try {
      client.setQueryData(key, await callAccount('wishForLetter', { isWanted }))
    } catch (error) {
      showToast({ title: 'That didn’t work', description: sentenceOf(error), destructive: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <dt>Letter</dt>
      <dd>
        {data.isWanted
          ? `Our letter goes to ${email}: one a month, with the drop`
          : 'One a month, with the drop. You’re not getting it'}
      </dd>
      <dd>
        <BusyButton className="btn btn-3" isBusy={isBusy} onClick={() => wish(!data.isWanted)}>
          {data.isWanted ? 'Stop the letter' : 'Send me the letter'}
        </BusyButton>
      </dd>
    </div>
  )
}

/** A file made on request. A plain link couldn't ask for a fresh sign-in. */
function DownloadData() {
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const { endpoint } = accountContracts.downloadMyData
      const text = await asMember(() => send(endpoint.slice('GET '.length), { method: 'GET', headers: {} }))
      const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
      Object.assign(document.createElement('a'), { href: address, download: 'my-data.json' }).click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch (error) {
      showToast({ title: 'Not downloaded', description: sentenceOf(error), destructive: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <BusyButton className="btn btn-3" isBusy={isBusy} onClick={download}>
      Download my data
    </BusyButton>
  )
}

/** The devices that are signed in: end one, or all of them along with every link sent. */
function Devices() {
  const client = useQueryClient()
  const { data, isError } = useQuery({
    queryKey: ['account', 'devices'],
    queryFn: () => callAccount('listDevices', {}),
  })
  const list = useRef<HTMLElement>(null)
  useFocusAfter(list, data)
  const failed = (error: unknown) => {
    showToast({ title: 'Not signed out', description: sentenceOf(error), destructive: true })
    if (isSignedOut(error)) void client.resetQueries()
  }
  const signOutEverywhere = () =>
    callAccount('signOutMemberEverywhere', {}).then(() => client.resetQueries(), failed)
  const { timeZone } = useShop()
  const today = useToday()
  const day = (at: string) => formatDay(calendarDateIn(timeZone, new Date(at)), today)
  const signOut = (id: string) =>
    callAccount('signOutDevice', { id })
      // A second tap, or the device itself, was first: the list shows it.
      .catch((error: unknown) =>
        error instanceof ApiError && error.status === 404 ? undefined : failed(error),
      )
      .finally(() => client.invalidateQueries({ queryKey: ['account', 'devices'] }))
  return (
    <div>
      <dt>Devices</dt>
      <dd ref={list} tabIndex={-1}>
        {isError && <p>We couldn’t load the list. Lost your phone, or used a shared computer?</p>}
        <ul className="account-devices">
          {data?.devices.map(({ id, device, signedInAt, lastSeenAt, isThis }) => (
            <li key={id}>
              <span>
                {device}
                {isThis && ' (this one)'}
                <span className="quiet"> {`Signed in ${day(signedInAt)}, last used ${day(lastSeenAt)}`}</span>
              </span>
              {!isThis && (
                <button className="btn btn-3" type="button" onClick={() => void signOut(id)}>
                  Sign out
                  <span className="sr"> {device}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </dd>
      <dd>
        <button className="btn btn-3" type="button" onClick={() => void signOutEverywhere()}>
          Sign out everywhere
        </button>
      </dd>
    </div>
  )
}

/**
 * Two clicks, nothing to type; a third if store credit would be lost. While something is owed or renews, the server
 * says what to do first.
 */
function DeleteData({ email }: { email: string }) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // Store credit that would be lost; null until the server has said how much.
  const [creditCents, setCreditCents] = useState<number | null>(null)

  async function remove() {
    setBusy(true)
    setError(null)
    try {
      const given = creditCents === null ? {} : { givesUpCreditCents: creditCents }
      await callAccount('deleteMyData', { email, ...given })
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
            <BusyButton className="btn btn-2" isBusy={isBusy} onClick={remove}>
              {creditCents === null ? 'Delete it now' : `Give up ${formatCents(creditCents)} and delete it`}
            </BusyButton>
          </p>
        </dd>
      )}
    </div>
  )
}
