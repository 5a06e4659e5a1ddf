import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import './account.css'
import { AccountGate } from './account-gate.tsx'
import { newAccountClient } from './use-account.ts'

/** The member's page (club.md). Its frame is the same for everybody; what belongs to somebody comes after. */
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
