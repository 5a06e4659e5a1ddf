import { randomUUID } from 'node:crypto'
import type { Staff } from '../server/staff/staff.ts'

/** An owner, for handlers that are called without signing in. */
export const anOwner: Staff = {
  userId: randomUUID(),
  username: 'owner',
  role: 'owner',
  sessionId: randomUUID(),
  address: '127.0.0.1',
  mustChangePassword: false,
  mustSetUpTwoStep: false,
}
