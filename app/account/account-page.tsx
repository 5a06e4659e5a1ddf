import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { signInTime, unbroken } from '../../domain/term-words.ts'
import './account.css'
import './account-panels.css'
import { isEmail } from '../../domain/email.ts'
import { ApiError } from '../browser/call-api.ts'
import { hasAskedForLink, noteLinkAsked } from '../browser/link-asked.ts'
import { useInheritedFocus } from '../ui/dialog.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useRefusal } from '../ui/use-refusal.ts'
import { callAccount, newAccountClient, sentenceOf, useAccount, useSessionEnd } from './client/use-account.ts'
import { MemberScreen } from './member-screen.tsx'

/**
 * The member's page (club-rules.md). The server sends the same shell to everyone; the member's data is loaded in the
 * browser.
 */
export default function AccountPage() {
  const [client] = useState(newAccountClient)
  return (
    <QueryClientProvider client={client}>
      <div className="wrap page account">
        <AccountGate />
      </div>
    </QueryClientProvider>
  )
}

type Arrival = 'unknown' | 'link' | 'opening' | 'old-link' | 'no-answer' | 'here'

/**
 * Shows the sign-in screen to visitors who aren't signed in, and signs in anyone who arrives through an emailed link: right
 * away in the browser that asked for it, elsewhere with a press.
 */
function AccountGate() {
  const client = useQueryClient()
  const [arrival, setArrival] = useState<Arrival>('unknown')
  // A link opened twice on one device: the first time has signed it in.
  const account = useAccount(arrival === 'here' || arrival === 'old-link')
  useSessionEnd()
  // The URL no longer has it, and a lost answer must not cost the link.
  const taken = useRef<string | null>(null)

  const open = useCallback(
    (token: string) => {
      setArrival('opening')
      callAccount('openLink', { token }).then(
        () => {
          void client.resetQueries()
          setArrival('here')
        },
        (error: unknown) => {
          void client.resetQueries()
          setArrival(isRefused(error) ? 'old-link' : 'no-answer')
        },
      )
    },
    [client],
  )

  useEffect(() => {
    function arrive() {
      const token = takeToken()
      if (!token) return setArrival((before) => (before === 'unknown' ? 'here' : before))
      taken.current = token
      if (hasAskedForLink()) open(token)
      else setArrival('link')
    }
    arrive()
    // Pasting a link into an open page changes only the hash and reloads nothing.
    window.addEventListener('hashchange', arrive)
    return () => window.removeEventListener('hashchange', arrive)
  }, [open])

  // Back may bring the page as it was before signing out, with all its data.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && void client.invalidateQueries()
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [client])

  const email = account.data?.email
  // Why the sign-in screen would be shown next, if it's not for the first time.
  const [why, setWhy] = useState<'signed-out' | 'not-yet' | null>(null)
  useEffect(() => {
    if (email) setWhy('signed-out')
  }, [email])
  useEffect(() => {
    if (arrival !== 'old-link' || !email) return
    setArrival('here')
    showToast({ title: 'That link has stopped working', description: `You’re still signed in as ${email}.` })
  }, [arrival, email])

  const letIn = () => {
    setArrival('here')
    void client.resetQueries()
  }
  const lookAgain = () => {
    setWhy('not-yet')
    letIn()
  }

  if (arrival === 'link')
    return (
      <div className="narrow account-ask">
        <h1>My membership</h1>
        <p className="lead">Your link’s ready. Press the button and you’re in.</p>
        <p>
          <button className="btn btn-1" type="button" onClick={() => taken.current && open(taken.current)}>
            Open my membership page
          </button>
        </p>
      </div>
    )
  if (arrival === 'old-link' && (account.data === null || account.isError))
    return <SignInScreen why="old-link" onTryAgain={lookAgain} />
  if (arrival === 'no-answer' || (account.isError && !account.data)) {
    return (
      <div className="narrow account-ask">
        <h1>Your membership didn’t load</h1>
        <p className="lead">
          {arrival === 'no-answer'
            ? 'We couldn’t reach the shop. Your link may still work.'
            : 'Nothing’s lost. Try again in a moment.'}
        </p>
        <p>
          <button
            className="btn btn-2"
            type="button"
            onClick={() => (arrival === 'no-answer' && taken.current ? open(taken.current) : letIn())}
          >
            Try again
          </button>
        </p>
      </div>
    )
  }
  if (account.data === null && arrival === 'here') return <SignInScreen why={why} onTryAgain={lookAgain} />
  if (account.data && arrival === 'here') return <MemberScreen account={account.data} />
  return (
    <div className="narrow account-ask" aria-busy="true">
      <h1>My membership</h1>
      <NeedsScript what="Your membership page" />
      <Skeleton />
    </div>
  )
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/**
 * Reads the token from the URL's hash and removes it, so that neither the history nor a shared link keeps it. Null
 * without one.
 */
function takeToken(): string | null {
  const token = /^#([\w-]{43})$/.exec(window.location.hash)?.[1] ?? null
  const { pathname, search } = window.location
  if (token) window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return token
}

type SignInScreenProps = {
  /**
   * 'old-link': the link was already used or has expired; 'not-yet': no link was opened in this browser; null: a first
   * visit
   */
  why: keyof typeof signInWords | null
  onTryAgain: () => void
}

const signInWords = {
  'old-link': {
    title: 'This link has stopped working',
    lead: `It’s been used, or it’s older than ${unbroken(signInTime)}. Enter your email and we’ll send a new one.`,
  },
  'not-yet': {
    title: 'We haven’t seen your link yet',
    lead: 'Open it in this browser, then come back. Or enter your email and we’ll send a new one.',
  },
  'signed-out': {
    title: 'You’re signed out',
    lead: `Enter your email and we’ll send you a link to come back. It works once, for ${unbroken(signInTime)}.`,
  },
}
const firstWords = {
  title: 'My membership',
  lead: `Enter your email and we’ll send you a link that works once, for ${unbroken(signInTime)}. No password.`,
}

/** Asks for an email address and sends a link to it. The reply is the same for every address (club-rules.md). */
function SignInScreen({ why, onTryAgain }: SignInScreenProps) {
  const { title, lead } = why ? signInWords[why] : firstWords
  const heading = useRef<HTMLHeadingElement>(null)
  useInheritedFocus(heading, why === 'not-yet' || why === 'signed-out')
  const [email, setEmail] = useState('')
  const { form, errors, refuse, correct } = useRefusal()
  const [isBusy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (!isEmail(email)) return refuse({ email: 'Please enter a valid email address.' })
    setBusy(true)
    correct('email')
    try {
      await callAccount('askForLink', { email })
      noteLinkAsked()
      setSentTo(email.trim())
    } catch (cause) {
      refuse({ email: (cause instanceof ApiError && cause.fields.email) || sentenceOf(cause) })
    } finally {
      setBusy(false)
    }
  }

  // The form replaces the button, so it gets the focus.
  function again() {
    flushSync(() => setSentTo(null))
    form.current?.querySelector('input')?.focus()
  }

  if (sentTo) {
    return (
      <div className="narrow account-ask">
        <h1 tabIndex={-1} ref={(title) => title?.focus()}>
          Check your email
        </h1>
        <p className="lead">
          If <b className="account-email">{sentTo}</b> belongs to a membership, a link is on its way. It lasts{' '}
          {unbroken(signInTime)} and works once.
        </p>
        <p className="account-acts">
          <button className="btn btn-2" type="button" onClick={again}>
            Use another address
          </button>
          <button className="btn btn-3" type="button" onClick={onTryAgain}>
            I opened it in another tab
          </button>
        </p>
      </div>
    )
  }
  return (
    <form className="narrow account-ask" ref={form} onSubmit={ask} noValidate>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="lead">{lead}</p>
      <div className="account-email-row">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          hint="The one you ordered with, or the one your gift went to."
          value={email}
          error={errors.email}
          onChange={(typed) => {
            setEmail(typed)
            correct('email')
          }}
        />
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
          Email me a link
        </button>
      </div>
    </form>
  )
}
