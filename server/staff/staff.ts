import type { Role } from '../../domain/admin/fields.ts'

/** Who makes a call of the admin. */
export type Staff = {
  userId: string
  username: string
  role: Role
  sessionId: string
  /** the IP address as text */
  address: string
  /** somebody else made the password: nothing is answered until it is changed */
  mustChangePassword: boolean
  /** the shop asks owners for a second step and this one has none: nothing is answered until there is */
  mustSetUpTwoStep: boolean
}
