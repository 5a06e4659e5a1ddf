import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from '../browser/call-api.ts'
import './admin.css'
import { AdminHeader } from './admin-header.tsx'
import { newQueryClient } from './query-client.ts'
import { SignInForm } from './sign-in/sign-in-form.tsx'
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
  const me = useAdmin('me', {})
  if (me.isPending) return <main id="main" tabIndex={-1} aria-busy="true" className="adm-wait" />
  if (me.error instanceof ApiError && me.error.status === 401) {
    return <SignInForm onSignedIn={() => void me.refetch()} />
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
  return (
    <StaffContext value={me.data.user}>
      <AdminHeader />
      <main id="main" tabIndex={-1}>
        <div className="wrap">
          <Outlet />
        </div>
      </main>
    </StaffContext>
  )
}
