import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { callApi } from './call-api.ts'

const path = '/api/checkout-session-complete'

it('a call to a shop under attack is proved and sent again, and says so only while it waits', async () => {
  const hmacSignatureSecret = 'secret'
  const work = { algorithm: 'PBKDF2/SHA-256', cost: 10, keyPrefix: '0' }
  const challenge = JSON.stringify(await createChallenge({ ...work, deriveKey, hmacSignatureSecret }))
  const refusal = JSON.stringify({ code: 'proof_needed', details: { challenge } })
  const replies = { [path]: { status: 429, body: refusal } }
  const { asked } = openBrowser(replies)
  const page = await openPage(<main />)
  const note = () => page.document.querySelector('[role="status"]')?.textContent
  const terminate = vi.fn()
  // Node has no web workers: this one runs the shop's own code once the note is there.
  vi.stubGlobal(
    'Worker',
    class {
      onmessage(_: { data: unknown }) {}
      terminate = terminate
      async postMessage(data: string) {
        vi.stubGlobal('self', { postMessage: (solution: unknown) => this.onmessage({ data: solution }) })
        await import('./prove-work.worker.ts')
        await vi.waitFor(() => expect(note()).toMatch(/^One moment. The shop’s busy/))
        replies[path] = { status: 200, body: '{"orderNumber":"BC-7K3F-9QMT"}' }
        await self.onmessage?.({ data } as MessageEvent)
      }
    },
  )
  expect(await callApi('completeCheckoutSession', { sessionId: 'cs_1' })).toEqual({
    orderNumber: 'BC-7K3F-9QMT',
  })
  const { 'x-proof-of-work': proof, ...others } = asked[1]!.init.headers as Record<string, string>
  expect([others, asked[1]!.body]).toEqual([asked[0]!.init.headers, { sessionId: 'cs_1' }])
  const sent = JSON.parse(atob(proof!))
  const verdict = await verifySolution({ ...sent, deriveKey, hmacSignatureSecret })
  expect(verdict).toMatchObject({ verified: true })
  expect(terminate).toHaveBeenCalledTimes(1)
  expect(note()).toBeUndefined()
})
