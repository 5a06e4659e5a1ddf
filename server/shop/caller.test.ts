import { describe, expect, it, test } from 'vitest'
import { callerAddress, networkOf, networksOf, parseTrustedProxies, plainAddress } from './caller.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  // The same visitor, whether the shop listens to IPv4 alone or to both.
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  // Some proxies write the port of the connection, which is another one each time.
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['2001:db8:1:2ff::9', ['2001:db8:1:2ff', '2001:db8:1:200/56', '2001:db8:1/48']],
  ['203.0.113.9', ['203.0.113.9', '203.0.113.0/24']],
])('%s belongs to the networks %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

it('an invalid address stays short', () => {
  expect(networkOf('x'.repeat(5_000))).toHaveLength(64)
  expect(plainAddress('::ffff:10.0.0.1')).toBe('10.0.0.1')
})

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
