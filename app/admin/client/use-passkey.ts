import type { AdminSent } from '../../../domain/admin/contracts.ts'
import { ApiError } from '../../browser/call-api.ts'

type Options = { challenge: string }
type Answer = AdminSent<'addPasskey'>['answer']

/** Passkeys need a browser that supports them and a secure origin. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && window.isSecureContext && 'PublicKeyCredential' in window
}

/**
 * Answers with one of the device's passkeys.
 * @throws ApiError whose sentence says what to do
 */
export function answerWithPasskey(options: Options): Promise<Answer> {
  return told(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return startAuthentication({ optionsJSON: options as never })
  })
}

/**
 * Creates a passkey on the device.
 * @throws ApiError whose sentence says what to do
 */
export function makePasskey(options: Options): Promise<Answer> {
  return told(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return startRegistration({ optionsJSON: options as never })
  })
}

// By the browser's error names (WebAuthn level 3 §5.1).
const sentences: Record<string, string> = {
  InvalidStateError: 'This device has a passkey of yours already.',
  SecurityError: 'Passkeys belong to one address. Open the admin at the shop’s own address and try again.',
}

async function told(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return (await work()) as Answer
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    // The library wraps the browser's error.
    const said = cause instanceof Error && cause.cause instanceof Error ? cause.cause.name : ''
    const name = cause instanceof Error ? cause.name : ''
    const sentence =
      sentences[said] ?? sentences[name] ?? 'No passkey answered. Try again, or use your password.'
    throw new ApiError(0, JSON.stringify({ message: sentence }), sentence)
  }
}
