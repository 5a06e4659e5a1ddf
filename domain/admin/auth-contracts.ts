import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { done, filled, id, roles, text } from './fields.ts'

const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** spec §6: the panel requires role 'admin' from the current-user call */
  role: z.literal('admin'),
  /** what this user can do (domain/admin/permissions.ts) */
  staffRole: z.enum(roles),
  /** true: every other call is refused until the password is changed */
  mustChangePassword: z.boolean(),
  /** true: owners need two-step, and every other call is refused until this user has set it up */
  mustSetUpTwoStep: z.boolean(),
})

// Spec §7: "user with role". The fields are repeated at the top level for callers that treat the reply itself as the
// user.
const signedIn = z.object({
  user,
  id: z.string(),
  username: z.string(),
  isAdmin: z.boolean(),
  role: z.literal('admin'),
})

// WebAuthn level 3 §5.1.9 and §5.1.10: created and read by the library in the browser and on the server.
const passkeyOptions = z.looseObject({ challenge: z.string() })
const passkeyAnswer = z.looseObject({
  id: text(2000),
  rawId: text(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: text(8000) }),
  clientExtensionResults: z.looseObject({}),
})
const passkeyName = filled(60, 'Give the passkey a name, like the device it’s on.')

/** What an authenticator answered to its challenge. */
const passkeyBody = z.object({ answer: passkeyAnswer })

/** The calls that need no session, because they create one (spec §7 POST /api/auth/login). */
export const signInContracts = {
  signIn: {
    endpoint: 'POST /api/auth/login',
    // Spec §5 fixes these messages.
    body: z.object({
      username: filled(200, 'Username is required'),
      password: filled(1000, 'Password is required'),
    }),
    reply: z.union([
      signedIn,
      z.object({ needsSecondStep: z.literal(true), challenge: z.string() }),
      /** a shop user who is not an administrator: gets no session, and the panel says so (spec §6) */
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
  /** The challenge from login, and a code from the app or a recovery code. */
  takeSecondStep: {
    endpoint: 'POST /api/auth/second-step',
    body: z.object({ challenge: filled(100), code: filled(100, 'Enter the code.') }),
    reply: signedIn,
  },
  /** For any passkey of the shop: no username is typed. */
  startPasskeySignIn: {
    endpoint: 'POST /api/auth/passkey/start',
    reply: z.object({ options: passkeyOptions }),
  },
  signInByPasskey: { endpoint: 'POST /api/auth/passkey', body: passkeyBody, reply: signedIn },
} satisfies Contracts

const ownPassword = filled(1000, 'Enter your password.')
/**
 * The caller's own password, for calls that ask again who it is. Without it, the session must have been confirmed within
 * minutes.
 */
export const confirmedBy = { password: z.optional(ownPassword) }
/** From the app, or a recovery code. */
const code = filled(100, 'Enter the code from your app, or a recovery code.')
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Calls of signed-in staff about themselves. */
export const authContracts = {
  me: { endpoint: 'GET /api/auth/me', reply: signedIn },
  /** the OpenAPI document including the admin's calls, which is not public */
  describeContracts: { endpoint: 'GET /api/admin/openapi.json', reply: 'file', holds: 'nobody' },
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
      passkeys: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.nullable(z.string()),
        }),
      ),
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
  /** Confirms the session for a few minutes, so that calls with `asksAgain` are allowed. */
  confirmSelf: { endpoint: 'POST /api/auth/confirm', body: z.object({ password: ownPassword }), reply: done },
  /** Answers once the session is confirmed: screens ask before they open a download that needs it. */
  checkConfirmed: { endpoint: 'POST /api/auth/confirmed', reply: done, asksAgain: true },
  changeEmail: {
    endpoint: 'POST /api/auth/email',
    /** null: none; sign-in notices then go to the support address */
    body: z.object({ email: z.nullable(z.email('Please enter a valid email address')), ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  startTwoStep: {
    endpoint: 'POST /api/auth/two-step',
    body: z.object(confirmedBy),
    isSecret: true,
    /** the secret in base32, its otpauth: URL, and that URL as a QR code (SVG) */
    reply: z.object({ secret: z.string(), address: z.string(), picture: z.string() }),
    asksAgain: true,
  },
  confirmTwoStep: {
    endpoint: 'POST /api/auth/two-step/confirm',
    body: z.object({ code: filled(20, 'Enter the code from your app.') }),
    reply: recoveryCodes,
  },
  endTwoStep: {
    endpoint: 'POST /api/auth/two-step/end',
    body: z.object({ code, ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  renewRecoveryCodes: {
    endpoint: 'POST /api/auth/recovery-codes',
    body: z.object({ code, ...confirmedBy }),
    reply: recoveryCodes,
    asksAgain: true,
  },
  startPasskey: {
    endpoint: 'POST /api/auth/passkeys/start',
    body: z.object(confirmedBy),
    reply: z.object({ options: passkeyOptions }),
    asksAgain: true,
  },
  addPasskey: {
    endpoint: 'POST /api/auth/passkeys',
    body: z.object({ name: passkeyName, answer: passkeyAnswer }),
    /** filled in when this is the user's first second step, else empty */
    reply: recoveryCodes,
  },
  renamePasskey: {
    endpoint: 'PATCH /api/auth/passkeys/:passkeyId',
    params: z.object({ passkeyId: id }),
    body: z.object({ name: passkeyName }),
    reply: done,
  },
  removePasskey: {
    endpoint: 'DELETE /api/auth/passkeys/:passkeyId',
    params: z.object({ passkeyId: id }),
    reply: done,
    asksAgain: true,
  },
  startPasskeyConfirm: {
    endpoint: 'POST /api/auth/passkeys/confirm/start',
    reply: z.object({ options: passkeyOptions }),
  },
  confirmByPasskey: {
    endpoint: 'POST /api/auth/passkeys/confirm',
    body: passkeyBody,
    reply: done,
  },
} satisfies Contracts
