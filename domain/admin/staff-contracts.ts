import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { isEmail } from '../email.ts'
import { confirmedBy } from './auth-contracts.ts'
import { done, filled, id, roles } from './fields.ts'

const params = z.object({ userId: id })
const role = z.enum(roles)
/** Made by the shop, shown once, to be changed at the first sign-in. */
const madePassword = z.object({ password: z.string() })

/** Who may sign in to the admin, and as what. */
export const staffContracts = {
  listStaff: {
    endpoint: 'GET /api/admin/staff',
    reply: z.object({
      staff: z.array(
        z.object({
          id: z.string(),
          username: z.string(),
          email: z.nullable(z.string()),
          role,
          hasTwoStep: z.boolean(),
          mustChangePassword: z.boolean(),
          isDisabled: z.boolean(),
          /** signed-in devices */
          sessions: z.number(),
          /** ISO instant; null: not since the sessions that are kept */
          lastSeenAt: z.nullable(z.string()),
        }),
      ),
    }),
  },
  inviteStaff: {
    endpoint: 'POST /api/admin/staff',
    body: z.object({
      username: filled(60, 'Enter a name to sign in with.'),
      email: z.nullable(z.string().check(z.refine(isEmail, 'Please enter a valid email address'))),
      role,
      ...confirmedBy,
    }),
    reply: madePassword,
    asksAgain: true,
  },
  setStaffRole: {
    endpoint: 'PATCH /api/admin/staff/:userId/role',
    params,
    body: z.object({ role, ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  setStaffDisabled: {
    endpoint: 'PATCH /api/admin/staff/:userId/disabled',
    params,
    body: z.object({ isDisabled: z.boolean(), ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  resetStaffPassword: {
    endpoint: 'POST /api/admin/staff/:userId/password',
    params,
    /** for whoever lost the telephone as well */
    body: z.object({ removeTwoStep: z.boolean(), ...confirmedBy }),
    reply: madePassword,
    asksAgain: true,
  },
  signOutStaff: { endpoint: 'POST /api/admin/staff/:userId/logout', params, reply: done },
} satisfies Contracts
