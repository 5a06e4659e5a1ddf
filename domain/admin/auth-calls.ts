import * as z from 'zod/mini'
import type { AdminCalls } from './admin-call.ts'
import { done, filled } from './fields.ts'
import { roles } from './roles.ts'

const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** spec §6: the panel accepts 'admin' of the current-user call */
  role: z.literal('admin'),
  /** what this one may do (domain/admin/permissions.ts) */
  staffRole: z.enum(roles),
})

/** Spec §5: what is asked for, in its words. */
export const loginBody = z.object({
  username: filled(200, 'Username is required'),
  password: filled(1000, 'Password is required'),
})

/** Calls of whoever is signed in, about themselves. */
export const authCalls = {
  me: { endpoint: 'GET /api/auth/me', reply: z.object({ user }) },
  signOut: { endpoint: 'POST /api/auth/logout', reply: done },
} satisfies AdminCalls
