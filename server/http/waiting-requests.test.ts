import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
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

it('a crowd during startup is asked to come back rather than kept in memory', () => {
  const come = () => {
    const request = new IncomingMessage(new Socket())
    const response = new ServerResponse(request)
    waiting.hold(request, response)
    return response
  }
  const crowd = Array.from({ length: 500 }, come)
  expect(come().statusCode).toBe(503)
  expect(crowd.some(({ writableEnded }) => writableEnded)).toBe(false)
  waiting.release((_, response) => response.end())
  expect(crowd.every(({ writableEnded, statusCode }) => writableEnded && statusCode === 200)).toBe(true)
})
