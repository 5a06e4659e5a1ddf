import { expect, it } from 'vitest'
import { networkOf, networksOf, plainAddress } from './caller.ts'

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
