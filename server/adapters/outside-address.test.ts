import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listen } from '../../test/listen.ts'
import { kindOf } from '../shop/outside.ts'
import { outsideAddress } from './outside-address.ts'

type Asked = Pick<IncomingMessage, 'method' | 'headers'> & { body: string }
let asked: Asked[] = []
let status = 200
let isSilent = false
let server: Awaited<ReturnType<typeof listen>>
let url: string
beforeAll(async () => {
  const answering = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked.push({ method: request.method, headers: request.headers, body })
    if (isSilent) return
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(100_000))
  })
  server = await listen(answering)
  url = `${server.address}/hook`
})
beforeEach(() => {
  asked = []
  status = 200
  isSilent = false
})
afterAll(() => server.close())

const outside = outsideAddress({ patience: 200 })
const message = {
  shop: 'Belt Club',
  title: 'Emails, and due',
  text: '3 waiting',
  line: 'mails',
  isOver: false,
}
const to = (kind: 'json' | 'slack' | 'ntfy', mayBeLocal = true) => ({ url, kind, mayBeLocal })

it('speaks the language of each kind of address', async () => {
  await outside.tell(to('json'), message)
  expect(JSON.parse(asked[0]!.body)).toEqual(message)
  await outside.tell(to('slack'), message)
  expect(JSON.parse(asked[1]!.body)).toEqual({ text: '🔴 *Belt Club: Emails, and due*\n3 waiting' })
  await outside.tell(to('ntfy'), { ...message, isOver: true })
  expect(asked[2]).toMatchObject({ body: '3 waiting', headers: { priority: 'default' } })
  const title = /^=\?UTF-8\?B\?(.*)\?=$/.exec(String(asked[2]!.headers.title))![1]!
  expect(Buffer.from(title, 'base64').toString()).toBe('Belt Club: Emails, and due')
  await outside.beat({ url, mayBeLocal: true })
  expect(asked[3]!.method).toBe('GET')
})

it.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://ntfy.sh/my-shop', 'ntfy'],
  ['https://ntfy.example.com/my-shop', 'ntfy'],
  ['https://example.com/ntfy.sh', 'json'],
] as const)('takes %s for %s', (address, kind) => expect(kindOf(address)).toBe(kind))

it('says what went wrong, and never waits for long', async () => {
  status = 500
  await expect(outside.tell(to('json'), message)).rejects.toThrow('It answered 500.')
  status = 302
  await expect(outside.tell(to('json'), message)).rejects.toThrow('which we don’t follow')
  expect(asked).toHaveLength(2)
  isSilent = true
  await expect(outside.tell(to('json'), message)).rejects.toThrow('didn’t answer within 0.2 seconds')
})

it('calls nothing inside our own network unless the environment says so, and no keys of a cloud ever', async () => {
  const { port } = new URL(url)
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.7',
    '2130706433',
    '0x7f.1',
  ])
    await expect(outside.beat({ url: `http://${host}:${port}/`, mayBeLocal: false }), host).rejects.toThrow(
      'inside our own network',
    )
  for (const host of ['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '0.0.0.0'])
    await expect(outside.beat({ url: `http://${host}/`, mayBeLocal: true }), host).rejects.toThrow(
      'inside our own network',
    )
  expect(asked).toEqual([])
})
