import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startShippedFront } from '../../test/front-nginx.ts'
import { listen } from '../../test/listen.ts'

const front = { at: null as Awaited<NonNullable<ReturnType<typeof startShippedFront>>> | null }
/** Stands in for the shop: says whom nginx takes for the visitor. */
const shop = http.createServer(({ headers }, response) => response.end(`${headers['x-forwarded-for']}`))

beforeAll(async () => {
  front.at = await startShippedFront([(await listen(shop)).port])
  if (!front.at) return console.log('no nginx on this machine: deploy/nginx.conf is not tried out')
  const made = ['fullchain.pem', 'privkey.pem'].map((file) => path.join(front.at!.folder, file)) as [
    string,
    string,
  ]
  const wanted = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -out ${made[0]} -keyout ${made[1]}`
  execFileSync('openssl', wanted.split(' '), { stdio: 'ignore' })
  chmodSync(made[1], 0o644)
})
afterAll(async () => {
  await front.at?.close()
  shop.close()
})

type Options = { from?: string; method?: string }

/** Through the proxy of the host, which adds the address that it saw to what the visitor claims. */
async function ask(address: string, { from, method = 'GET' }: Options = {}) {
  const headers: Record<string, string> = from ? { 'x-forwarded-for': from } : {}
  const answer = await fetch(`${front.at![address as 'address']}/x`, { method, headers, redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') }
}

describe('the shipped nginx configuration', () => {
  it('behind the host’s proxy identifies each visitor by what that proxy saw', async ({ skip }) => {
    if (!front.at) return skip()
    expect((await ask('address', { from: '203.0.113.9' })).text).toBe('203.0.113.9')
    expect((await ask('address', { from: '198.51.100.1, 203.0.113.9' })).text).toBe('203.0.113.9')
    expect((await ask('address', { from: '2001:db8::7' })).text).toBe('2001:db8::7')
  })

  it('slows a flooding client only, and counts an IPv6 /64 as one', async ({ skip }) => {
    if (!front.at) return skip()
    const flood = async (from: (n: number) => string) =>
      (
        await Promise.all(
          Array.from({ length: 90 }, (_, n) => ask('address', { from: from(n), method: 'POST' })),
        )
      ).filter(({ status }) => status === 429).length
    expect(await flood(() => '203.0.113.20')).toBeGreaterThan(0)
    expect(await flood((n) => `2001:db8:1:2::${(n + 1).toString(16)}`)).toBeGreaterThan(0)
    expect(await flood((n) => `10.1.${n}.1`)).toBe(0)
    expect((await ask('address', { from: '203.0.113.21', method: 'POST' })).status).toBe(200)
    expect((await ask('address', { from: '2001:db8:1:3::1', method: 'POST' })).status).toBe(200)
  })

  it('answers others while one sends thousands of half requests, and hangs up on that one', async ({
    skip,
  }) => {
    if (!front.at) return skip()
    const { port } = new URL(front.at.address)
    let ended = 0
    const sockets = Array.from({ length: 2_500 }, () => {
      const socket = net.connect(Number(port), '127.0.0.1', () =>
        socket.write('GET /x HTTP/1.1\r\nHost: shop\r\nX-A'),
      )
      socket.on('error', () => {}).on('close', () => ended++)
      return socket
    })
    const answers: number[] = []
    for (let each = 0; each < 40; each++) {
      answers.push(
        await ask('address', { from: `203.0.113.${each}` }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      await setTimeout(100)
    }
    expect(new Set(answers)).toEqual(new Set([200]))
    await vi.waitFor(() => expect(ended).toBe(sockets.length), 20_000)
  }, 60_000)

  it('terminates TLS itself when the host has no proxy, and trusts no visitor’s headers', async ({
    skip,
  }) => {
    if (!front.at) return skip()
    const text = await new Promise<string>((resolve, reject) => {
      const options = { rejectUnauthorized: false, headers: { 'x-forwarded-for': '203.0.113.9' } }
      const request = https.get(`${front.at!.tls}/x`, options, async (answer) => {
        resolve((await answer.toArray()).join(''))
      })
      request.on('error', reject)
    })
    expect(text).toBe('127.0.0.1')
    expect((await ask('plain')).status).toBe(308)
    expect((await ask('plain')).location).toBe('https://127.0.0.1/x')
    expect((await ask('plain', { method: 'POST' })).status).toBe(403)
  })
})
