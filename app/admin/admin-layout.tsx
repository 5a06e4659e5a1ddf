import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryFunctionContext,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { ApiError, sendCall } from '../browser/call-api.ts'
import './admin.css'
import './ui/screen.css'
import './ui/forms.css'
import './account/account.css'
import { type AdminReply, adminContracts } from '../../domain/admin/contracts.ts'
import { Logo } from '../layout/header-parts.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { PasskeysPanel } from './account/passkeys-panel.tsx'
import { PasswordForm } from './account/password-form.tsx'
import { TwoStepPanel } from './account/two-step-panel.tsx'
import { AdminHeader } from './admin-header.tsx'
import { ConfirmSelf } from './client/confirm-self.tsx'
import { StaffContext, useAdmin } from './client/use-admin.ts'
import { useSignOut } from './client/use-sign-out.ts'
import { SignInAgain, SignInScreen } from './sign-in/sign-in-screen.tsx'

/** Spec §7: the query key joined by '/' is the URL; reads JSON and throws unless it succeeds. */
async function getJson({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const response = await fetch(queryKey.join('/'), { credentials: 'include', signal }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause
      throw new ApiError(0, '', cause instanceof Error ? cause.message : 'no answer')
    },
  )
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return JSON.parse(text)
}

const whoIsThere = ['/api/auth/me']

/** Spec §9 "Client behavior limits": no retries, never stale, no refetch on focus, no polling. */
export function newQueryClient(): QueryClient {
  // Any call may find that the session ended or needs a new password: then check again who is signed in.
  const askWho = (error: Error) => {
    if (error instanceof ApiError && (error.status === 401 || /^must_/.test(error.code ?? '')))
      void client.invalidateQueries({ queryKey: whoIsThere })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== whoIsThere[0]) askWho(error)
      },
    }),
    mutationCache: new MutationCache({ onError: askWho }),
    defaultOptions: {
      queries: {
        queryFn: getJson,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      // Offline, a change fails at once. It would wait otherwise, and be made later though its dialog was given up.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/**
 * Browsers drop the focus from a button that is disabled while it works. It gets it back, so that the keyboard doesn't start
 * at the top of the page.
 */
function useReturnedFocus() {
  useEffect(() => {
    let last: EventTarget | null = null
    const onFocus = ({ target }: FocusEvent) => {
      last = target
    }
    const observer = new MutationObserver((changes) => {
      const button = changes.find(({ target }) => target === last)?.target as HTMLButtonElement | undefined
      if (button && !button.disabled && document.activeElement === document.body)
        button.focus({ preventScroll: true })
    })
    addEventListener('focusin', onFocus)
    observer.observe(document.body, { subtree: true, attributeFilter: ['disabled'] })
    return () => {
      removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [])
}

/** The frame of the admin: shows the login form to anyone who isn't signed in (spec §2). */
export default function AdminLayout() {
  const [client] = useState(newQueryClient)
  useReturnedFocus()
  useEffect(() => {
    // The notice that says "offline" can't be loaded then.
    import('../ui/toaster.tsx').catch(() => {})
  }, [])
  return (
    <QueryClientProvider client={client}>
      <div className="adm">
        <Gate />
      </div>
    </QueryClientProvider>
  )
}

// Whether a task is overdue. Before the password is changed no call is allowed, and this can wait.
async function isCalling(): Promise<boolean> {
  const reply = await sendCall(adminContracts.listPromises, { limit: 1 }).catch(() => null)
  return reply?.isCalling ?? false
}

type Who = Pick<AdminReply<'me'>['user'], 'username' | 'staffRole'>

function Gate() {
  const client = useQueryClient()
  const me = useAdmin('me', {})
  // Just signed in. If the server still sees nobody, the browser didn't keep the cookie.
  const [isJustIn, setJustIn] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (me.isSuccess) setJustIn(false)
  }, [me.isSuccess])
  if (me.isPending)
    return (
      <main id="main" tabIndex={-1} aria-busy="true" className="adm-wait">
        <NeedsScript what="The admin" />
      </main>
    )
  // Spec §6: an administrator by flag or by role.
  const isStranger = me.data && !me.data.user.isAdmin && me.data.user.role !== 'admin'
  const isOut = me.error instanceof ApiError && me.error.status === 401
  const signedIn = async ({ username, staffRole }: Who) => {
    setJustIn(true)
    const before = me.data?.user
    // The session ended in the middle of something, which goes on.
    if (before?.username === username && before.staffRole === staffRole) return client.invalidateQueries()
    if (window.location.pathname === '/admin' && (await isCalling())) await navigate('/admin/today')
    // Someone else is signing in, or with other rights, so nothing cached is kept.
    void client.resetQueries()
  }
  const signIn = { onSignedIn: (who: Who) => void signedIn(who), wasNotKept: isJustIn }
  if (isStranger || (isOut && !me.data)) return <SignInScreen {...signIn} />
  if (!me.data) {
    return (
      <main id="main" tabIndex={-1} className="wrap adm-wait">
        <h1>The admin didn’t answer</h1>
        <p>Nothing’s lost. Try again in a moment.</p>
        <button className="btn btn-2" type="button" onClick={() => void me.refetch()}>
          Try again
        </button>
      </main>
    )
  }
  const { user } = me.data
  if (user.mustChangePassword) {
    return <NewPasswordScreen username={user.username} onDone={() => void client.resetQueries()} />
  }
  if (user.mustSetUpTwoStep) {
    return (
      <>
        <TwoStepScreen onDone={() => void client.resetQueries()} />
        <ConfirmSelf username={user.username} />
      </>
    )
  }
  return (
    <StaffContext value={user}>
      <ConfirmSelf username={user.username} />
      <AdminHeader />
      <main id="main" tabIndex={-1}>
        <div className="wrap">
          <Outlet />
        </div>
      </main>
      {isOut && <SignInAgain {...signIn} />}
    </StaffContext>
  )
}

/** Replaces the admin while the user still has a password someone else set. */
function NewPasswordScreen({ username, onDone }: { username: string; onDone: () => void }) {
  const signOut = useSignOut()
  return (
    <main id="main" tabIndex={-1} className="adm-sign-in">
      <Logo />
      <div className="panel">
        <h1>Choose your password</h1>
        <p className="quiet">
          The shop made the one you signed in with. From now on, only you know the password for {username}.
        </p>
        <PasswordForm username={username} action="Continue to the admin" onChanged={onDone} />
        <button className="text-btn" type="button" onClick={() => signOut.mutate({})}>
          Logout
        </button>
      </div>
    </main>
  )
}

/** Replaces the admin for an owner who lacks the required second step. */
function TwoStepScreen({ onDone }: { onDone: () => void }) {
  const signOut = useSignOut()
  return (
    <main id="main" tabIndex={-1} className="adm-sign-in">
      <Logo />
      <div className="adm-stack">
        <h1>One more step to sign in</h1>
        <p>
          This shop asks its owners for a second step: a passkey, or codes from an app. Set one up and the
          admin opens.
        </p>
      </div>
      <PasskeysPanel passkeys={[]} onKept={onDone} />
      <TwoStepPanel since={null} codesLeft={0} onKept={onDone} />
      <button className="text-btn" type="button" onClick={() => signOut.mutate({})}>
        Logout
      </button>
    </main>
  )
}
