import { type AdminCallName, type AdminReply, type AdminSent, adminCalls } from '../../domain/admin/calls.ts'
import { ApiError } from '../browser/call-api.ts'
import { callAddress, sendCall } from '../browser/send-call.ts'
import { confirmSelf } from './confirm-self.tsx'

/**
 * Sends one call of the owner's desk with credentials (spec §7); where it asks again who is here, so does the screen.
 * @throws ApiError on any answer that is not a success, and when no answer comes
 */
export async function callAdmin<Name extends AdminCallName>(
  name: Name,
  input: AdminSent<Name>,
): Promise<AdminReply<Name>> {
  const send = async () => (await sendCall(adminCalls[name], input as object)) as AdminReply<Name>
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'confirm_first' && (await confirmSelf())) return send()
    throw error
  }
}

/** Path and query of a call with this input: also the address of a download, and the key under which a GET is kept. */
export function addressOf<Name extends AdminCallName>(name: Name, input: AdminSent<Name>): string {
  return callAddress(adminCalls[name], input as object)
}

/** What to tell about an error: the server's sentence, else the given words of spec §8. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.sentence) || otherwise
}
