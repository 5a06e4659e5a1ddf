import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryFunctionContext,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, NavLink, Outlet, useNavigate } from 'react-router'
import { ApiError, sendCall } from '../browser/call-api.ts'
import './admin.css'

import { type AdminContractName, type AdminReply, adminContracts } from '../../domain/admin/contracts.ts'
import { Logo } from '../layout/logo.tsx'
import { ThemeToggle } from '../layout/theme-toggle.tsx'
import { ConfirmSelf } from './client/confirm-self.tsx'
import { StaffContext, useAdmin, useChange, useStaff } from './client/use-admin.ts'
import { NewPasswordScreen } from './sign-in/new-password-screen.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'
import { TwoStepScreen } from './sign-in/two-step-screen.tsx'

type Tab = {
  label: string
  to: string
  /** shown to whoever may make this call; absent: to all */
  needs?: AdminContractName
}

/** The desk's tabs, those of spec §2 first. */
const tabs: Tab[] = [
  { label: 'Orders', to: '/admin' },
  { label: 'Product Types', to: '/admin/product-types' },
  { label: 'Quiz Questions', to: '/admin/quiz-questions' },
  { label: 'Today', to: '/admin/today', needs: 'listPromises' },
  { label: 'People', to: '/admin/people', needs: 'listPeople' },
  { label: 'Belts', to: '/admin/belts', needs: 'listBelts' },
  { label: 'Drops', to: '/admin/drops', needs: 'listDrops' },
  { label: 'Exchanges', to: '/admin/exchanges', needs: 'listExchanges' },
  { label: 'Dashboard', to: '/admin/dashboard', needs: 'readDashboard' },
  { label: 'Books', to: '/admin/books', needs: 'readBooks' },
  { label: 'Inbox', to: '/admin/inbox', needs: 'listMessages' },
  { label: 'Subscribers', to: '/admin/subscribers', needs: 'listSubscribers' },
  { label: 'Plans', to: '/admin/plans', needs: 'listPlans' },
  { label: 'Promotion codes', to: '/admin/promotions', needs: 'listPromotions' },
  { label: 'Mails', to: '/admin/mails', needs: 'listMails' },
  { label: 'Settings', to: '/admin/settings', needs: 'readSettings' },
  { label: 'Health', to: '/admin/health', needs: 'readHealth' },
  { label: 'Staff', to: '/admin/staff', needs: 'listStaff' },
  { label: 'Audit log', to: '/admin/audit', needs: 'listAudit' },
]

/** Spec §2: a header with a Back to Site link and a Logout button, and the tabs. */
function AdminHeader() {
  const client = useQueryClient()
  const staff = useStaff()
  const [isOpen, setOpen] = useState(false)
  const signOut = useChange('signOut', { onSuccess: () => client.resetQueries() })
  return (
    <header className="adm-head">
      <div className="wrap">
        <Logo />
        <button
          className="text-btn tabs-open"
          type="button"
          aria-expanded={isOpen}
          aria-controls="desk-tabs"
          onClick={() => setOpen((known) => !known)}
        >
          Menu
        </button>
        <nav className={isOpen ? 'tabs is-open' : 'tabs'} id="desk-tabs" aria-label="Desk">
          {tabs
            .filter(({ needs }) => !needs || staff.may(needs))
            .map(({ label, to }) => (
              <NavLink key={to} to={to} end={to === '/admin'} onClick={() => setOpen(false)}>
                {label}
              </NavLink>
            ))}
        </nav>
        <div className="end">
          <ThemeToggle />
          <Link className="text-btn" to="/">
            Back to Site
          </Link>
          <Link className="text-btn" to="/admin/account" aria-label={`${staff.username}, your account`}>
            {staff.username}
          </Link>
          <button
            className="btn btn-2"
            type="button"
            disabled={signOut.isPending}
            onClick={() => signOut.mutate({})}
          >
            Logout
          </button>
        </div>
      </div>
    </header>
  )
}

/** Spec §7: the parts of the key joined by '/' are the address; reads JSON, throws on anything but a success. */
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

/** Spec §9 "Client behaviour limits": no retries, never stale, no refetch on focus, no polling. */
export function newQueryClient(): QueryClient {
  // The session may end, or ask for a new password, at any call: then the gate asks again who is there.
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
      mutations: { retry: false },
    },
  })
  return client
}

/** The frame of the owner's desk: whoever is not signed in gets the login form in its place (spec §2). */
export default function AdminLayout() {
  const [client] = useState(newQueryClient)
  return (
    <QueryClientProvider client={client}>
      <div className="adm">
        <Gate />
      </div>
    </QueryClientProvider>
  )
}

// Something that was promised before today is due. Before a password is changed nobody is told, and it can wait.
async function isCalling(): Promise<boolean> {
  const reply = await sendCall(adminContracts.listPromises, { limit: 1 }).catch(() => null)
  return (reply as AdminReply<'listPromises'> | null)?.isCalling ?? false
}

function Gate() {
  const client = useQueryClient()
  const me = useAdmin('me', {})
  // Signed in, and still nobody: then the browser did not keep the cookie.
  const [isJustIn, setJustIn] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (me.isSuccess) setJustIn(false)
  }, [me.isSuccess])
  if (me.isPending) return <main id="main" tabIndex={-1} aria-busy="true" className="adm-wait" />
  // Spec §6: who is signed in is let in as an administrator, by the flag or by the role.
  const isStranger = me.data && !me.data.user.isAdmin && me.data.user.role !== 'admin'
  if (isStranger || (me.error instanceof ApiError && me.error.status === 401)) {
    // Whoever signs in now may be somebody else: nothing that was read before stays.
    const signedIn = async () => {
      setJustIn(true)
      if (window.location.pathname === '/admin' && (await isCalling())) await navigate('/admin/today')
      void client.resetQueries()
    }
    return <SignInScreen onSignedIn={() => void signedIn()} wasNotKept={isJustIn} />
  }
  if (me.error) {
    return (
      <main id="main" tabIndex={-1} className="wrap adm-wait">
        <h1>The desk didn’t answer</h1>
        <p>Nothing’s lost. Try again in a moment.</p>
        <button className="btn btn-2" type="button" onClick={() => void me.refetch()}>
          Try again
        </button>
      </main>
    )
  }
  const { user } = me.data
  if (user.mustChangePassword) {
    return <NewPasswordScreen username={user.username} onChanged={() => void client.resetQueries()} />
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
    </StaffContext>
  )
}
