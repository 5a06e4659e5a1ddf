import { expect, it } from 'vitest'
import { networkOf } from './caller.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  // Some proxies write the port of the connection, which is another one each time.
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
