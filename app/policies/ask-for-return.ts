import { send } from '../browser/call-api.ts'

/**
 * Asks for the link to an exchange; the answer is the same whether or not the order is known. By itself: the calls of
 * the member's page weigh more than the form.
 * @throws ApiError
 */
export async function askForReturn(orderNumber: string, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ orderNumber, email })
  await send('/api/account/returns', { method: 'POST', headers, body })
}
