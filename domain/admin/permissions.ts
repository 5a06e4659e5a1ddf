import type { AdminCallName } from './calls.ts'
import type { Role } from './roles.ts'

const everyone: readonly Role[] = ['owner', 'support', 'packer', 'viewer']

/** Who may make which call: the one table that the server asks, and by which the screens hide what is not allowed. */
export const permissions: Record<AdminCallName, readonly Role[]> = {
  // about oneself
  me: everyone,
  signOut: everyone,
}

/** Whether one of this role may make the call. */
export function may(role: Role, call: AdminCallName): boolean {
  return permissions[call].includes(role)
}
