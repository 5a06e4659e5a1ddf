import { expect, it } from 'vitest'
import {
  clearedSessionCookies,
  isOnThisMachine,
  readSessionCookie,
  sessionCookies,
} from './require-own-origin.ts'

const until = new Date('2026-11-22T03:00:00Z')
const names = (cookies: string[]) => cookies.map((cookie) => cookie.split('=')[0])

it('a public shop sets one cookie bound to host and HTTPS, and reads no other', () => {
  for (const url of ['http://localhost:3000/api/auth/me', 'https://shop.example/api/auth/me'])
    expect(isOnThisMachine('https://shop.example', new Request(url))).toBe(false)
  expect(isOnThisMachine('http://localhost:3000', new Request('http://192.168.1.5:3000/'))).toBe(false)
  expect(isOnThisMachine('http://localhost:3000', new Request('http://localhost.evil.example/'))).toBe(false)
  expect(names(sessionCookies('session', 't', until, false))).toEqual(['__Host-session'])
  expect(names(clearedSessionCookies('session', false))).toEqual(['__Host-session'])
  expect(readSessionCookie('session', 'session=planted', false)).toBe(null)
})

it('on localhost a browser or program that drops Secure cookies over HTTP keeps the session', () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(isOnThisMachine('http://localhost:3000', new Request(`http://${host}:3000/api/auth/me`))).toBe(
      true,
    )
  const [secure, here] = sessionCookies('session', 't', until, true)
  expect(secure).toMatch(/^__Host-session=t; Path=\/; Secure; HttpOnly; SameSite=Strict; /)
  expect(here).toMatch(/^session=t; Path=\/; HttpOnly; SameSite=Strict; /)
  // A browser ignores a __Host- cookie that isn't Secure: then signing out would leave the session's there.
  expect(clearedSessionCookies('session', true)).toEqual([
    '__Host-session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    'session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
  ])
  expect(readSessionCookie('session', 'a=b; session=t', true)).toBe('t')
  expect(readSessionCookie('session', 'session=old; __Host-session=t', true)).toBe('t')
})
