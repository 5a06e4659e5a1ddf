import type { Role } from '../../domain/admin/fields.ts'

/** The staff member who makes an admin call. */
export type Staff = {
  userId: string
  username: string
  role: Role
  sessionId: string
  /** the IP address */
  address: string
  /** someone else set the password: most calls are refused until it is changed */
  mustChangePassword: boolean
  /** the shop requires owners to have a second step and this one has none: most calls are refused until there is one */
  mustSetUpTwoStep: boolean
}
