import { createContext, useContext } from 'react'
import type { AdminCallName, AdminReply } from '../../domain/admin/calls.ts'
import { may } from '../../domain/admin/permissions.ts'

export type SignedInStaff = AdminReply<'me'>['user']

export const StaffContext = createContext<SignedInStaff | null>(null)

/** Who is signed in, and what they may do: screens hide what the server would refuse. */
export function useStaff() {
  const staff = useContext(StaffContext)
  if (!staff) throw new Error('only inside the signed-in desk')
  return { ...staff, may: (call: AdminCallName) => may(staff.staffRole, call) }
}
