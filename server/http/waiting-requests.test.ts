import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WaitingRequests } from './stop-listening.ts'

let waiting: WaitingRequests
let address: string
const server = createServer((request, response) => waiting.hold(request, response))
beforeEach(async () => {
  waiting = new WaitingRequests()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

it('requests during startup wait and are answered, posted data included', async () => {
  const early = fetch(`${address}/api/contact`, { method: 'POST', body: 'a message' })
  const notYet = await fetch(`${address}/ready`)
  expect(notYet.status).toBe(503)
  await notYet.text()
  waiting.release(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    response.end(`${request.method} ${body}`)
  })
  expect(await (await early).text()).toBe('POST a message')
  expect(await (await fetch(address)).text()).toBe('GET ')
})
