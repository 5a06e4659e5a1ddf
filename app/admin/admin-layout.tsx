import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from '../browser/call-api.ts'
import './admin.css'
import { AdminHeader } from './admin-header.tsx'
import { ConfirmSelf } from './confirm-self.tsx'
import { newQueryClient } from './query-client.ts'
import { NewPasswordScreen } from './sign-in/new-password-screen.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'
import { TwoStepScreen } from './sign-in/two-step-screen.tsx'
import { useAdmin } from './use-admin.ts'
import { StaffContext } from './use-staff.ts'

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

function Gate() {
  const client = useQueryClient()
  const me = useAdmin('me', {})
  // Signed in, and still nobody: then the browser did not keep the cookie.
  const [isJustIn, setJustIn] = useState(false)
  useEffect(() => {
    if (me.isSuccess) setJustIn(false)
  }, [me.isSuccess])
  if (me.isPending) return <main id="main" tabIndex={-1} aria-busy="true" className="adm-wait" />
  if (me.error instanceof ApiError && me.error.status === 401) {
    // Whoever signs in now may be somebody else: nothing that was read before stays.
    const signedIn = () => {
      setJustIn(true)
      void client.resetQueries()
    }
    return <SignInScreen onSignedIn={signedIn} wasNotKept={isJustIn} />
  }
  if (me.error) {
    return (
      <main id="main" tabIndex={-1} className="wrap adm-wait">
        <h1>The desk did not answer</h1>
        <p>Nothing is lost. Try again in a moment.</p>
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
