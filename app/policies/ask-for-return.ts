import { ApiError } from '../browser/call-api.ts'

/**
 * Asks for the link to an exchange; the answer is the same whether or not the order is known. By itself: the calls of
 * the member's page weigh more than the form.
 * @throws ApiError
 */
export async function askForReturn(orderNumber: string, email: string): Promise<void> {
  const response = await fetch('/api/account/returns', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderNumber, email }),
  }).catch((cause: unknown) => {
    throw new ApiError(0, '', cause instanceof Error ? cause.message : 'no answer')
  })
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
}
