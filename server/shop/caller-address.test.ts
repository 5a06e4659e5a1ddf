import { describe, expect, test } from 'vitest'
import { callerAddress, parseTrustedProxies } from './caller.ts'

describe('a visitor’s counted address', () => {
  test.each([
    ['no proxy: nobody is trusted', 0, '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['one proxy: what it saw', 1, '10.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['one silent proxy', 1, '10.0.0.1', undefined, '10.0.0.1'],
    ['two proxies: what the outer one saw', 2, '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['two proxies, one bypassed', 2, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    [
      'networks: the last one that isn’t ours',
      ['10.0.0.0/8'],
      '10.0.0.1',
      '6.6.6.6, 203.0.113.9, 10.9.9.9',
      '203.0.113.9',
    ],
    ['networks: a stranger who forges the header', ['10.0.0.0/8'], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['networks over IPv6', ['fd00::/8'], 'fd00::1', '2001:db8::5, fd12::9', '2001:db8::5'],
    ['IPv4 over IPv6', ['10.0.0.0/8'], '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['networks, all entries ours', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ] as const)('%s', (_, trusted, peer, forwarded, expected) => {
    expect(callerAddress(trusted, peer, forwarded)).toBe(expected)
  })

  test.each([
    ['0', 0],
    ['2', 2],
    ['true', 1],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['127.0.0.1', ['127.0.0.1']],
    ['yes', null],
    ['10.0.0.0/64', null],
    ['-1', null],
  ])('reads TRUST_PROXY=%s', (text, expected) => {
    expect(parseTrustedProxies(text)).toEqual(expected)
  })
})
