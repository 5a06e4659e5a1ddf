import * as z from 'zod/mini'
import type { Calls } from '../call.ts'
import { done, filled, id } from './fields.ts'
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
  /** nothing else is answered until the password is changed */
  mustChangePassword: z.boolean(),
})

// Spec §7: "user with role". Whoever reads the answer itself as the user finds the same there.
const signedIn = z.object({
  user,
  id: z.string(),
  username: z.string(),
  isAdmin: z.boolean(),
  role: z.literal('admin'),
})

/** The calls that need no session, because they make one (spec §7 POST /api/auth/login). */
export const signInCalls = {
  signIn: {
    endpoint: 'POST /api/auth/login',
    // Spec §5: what is asked for, in its words.
    body: z.object({
      username: filled(200, 'Username is required'),
      password: filled(1000, 'Password is required'),
    }),
    reply: z.union([
      signedIn,
      z.object({ needsSecondStep: z.literal(true), challenge: z.string() }),
      /** a user of the shop who is no administrator: no session, and the panel says so (spec §6) */
      z.object({
        user: z.object({
          id: z.string(),
          username: z.string(),
          email: z.nullable(z.string()),
          isAdmin: z.literal(false),
          role: z.literal('customer'),
        }),
      }),
    ]),
  },
  /** What login answered, and a code of the app or a recovery code. */
  takeSecondStep: {
    endpoint: 'POST /api/auth/second-step',
    body: z.object({ challenge: filled(100), code: filled(100, 'Enter the code.') }),
    reply: signedIn,
  },
} satisfies Calls

const ownPassword = filled(1000, 'Enter your password.')
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Calls of whoever is signed in, about themselves. */
export const authCalls = {
  me: { endpoint: 'GET /api/auth/me', reply: signedIn },
  signOut: { endpoint: 'POST /api/auth/logout', reply: done },
  signOutEverywhere: { endpoint: 'POST /api/auth/logout-everywhere', reply: done },
  changePassword: {
    endpoint: 'POST /api/auth/password',
    body: z.object({ currentPassword: ownPassword, newPassword: filled(1000, 'Enter a new password.') }),
    reply: done,
  },
  readAccount: {
    endpoint: 'GET /api/auth/account',
    reply: z.object({
      /** ISO instants; null: never */
      twoStepSince: z.nullable(z.string()),
      recoveryCodesLeft: z.number(),
      passwordChangedAt: z.nullable(z.string()),
      sessions: z.array(
        z.object({
          id: z.string(),
          isThis: z.boolean(),
          device: z.string(),
          address: z.string(),
          createdAt: z.string(),
          lastSeenAt: z.string(),
        }),
      ),
    }),
  },
  endSession: {
    endpoint: 'DELETE /api/auth/sessions/:sessionId',
    params: z.object({ sessionId: id }),
    reply: done,
  },
  startTwoStep: {
    endpoint: 'POST /api/auth/two-step',
    body: z.object({ password: ownPassword }),
    /** base32, the otpauth: address of it, and that as a picture (SVG) */
    reply: z.object({ secret: z.string(), address: z.string(), picture: z.string() }),
  },
  confirmTwoStep: {
    endpoint: 'POST /api/auth/two-step/confirm',
    body: z.object({ code: filled(20, 'Enter the code of your app.') }),
    reply: recoveryCodes,
  },
  endTwoStep: {
    endpoint: 'POST /api/auth/two-step/end',
    body: z.object({ password: ownPassword }),
    reply: done,
  },
  renewRecoveryCodes: {
    endpoint: 'POST /api/auth/recovery-codes',
    body: z.object({ password: ownPassword }),
    reply: recoveryCodes,
  },
} satisfies Calls
