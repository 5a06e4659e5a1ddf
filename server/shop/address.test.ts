import { expect, it } from 'vitest'
import { nowhere, parseAddress } from './address.ts'

const right = (target: string) => {
  const { path, isCanonical } = parseAddress(target)
  return isCanonical ? 'itself' : path
}

it.each([
  '/',
  '/belts',
  '/belts.data',
  '/_.data',
  '/belts/the-ashbury?x=//y',
  '/a%20b',
  '/%C3%BC',
  '/api/admin/x%40y',
])('%s is spelled right', (target) => expect(right(target)).toBe('itself'))

it.each([
  ['/%62elts', '/belts'],
  ['//belts', '/belts'],
  ['/belts/', '/belts'],
  ['/belts#x', '/belts'],
  ['//evil.example/x', '/evil.example/x'],
  ['/%c3%bc', '/%C3%BC'],
  ['/u%CC%88', '/%C3%BC'],
  ['/a;b', '/a%3Bb'],
  ['/%61pi/contact', '/api/contact'],
  ['/api//contact', '/api/contact'],
  ['/admin/orders/x.data%20yyy', 'itself'],
])('%s is spelled %s', (target, path) => {
  expect(right(target)).toBe(path)
  expect(path === 'itself' || right(path)).toBe(path === 'itself' || 'itself')
})

it.each([
  ...['/./belts', '/x/../belts', '/%2e/belts', '/x/%2E%2e/belts', '/..', '/belts/.'],
  ...[
    '/belts%2F',
    '/belts%2fa',
    '/belts%5C',
    '/belts\\',
    '/belts%00',
    '/belts%0A',
    '/%zz',
    '/%ff',
    '/%',
    '/a%E0%A4',
  ],
  ...['/belts/_.data', '/.data', '/belts/.data', `/${'a'.repeat(1_001)}`],
])('nothing is at %s', (target) => {
  expect(parseAddress(target)).toMatchObject({ path: nowhere, isCanonical: false })
})

it('a page’s data is its own, and nothing else’s', () => {
  expect(parseAddress('/belts.data?_routes=a')).toMatchObject({ page: '/belts', isData: true })
  expect(parseAddress('/_.data')).toMatchObject({ page: '/', isData: true })
  expect(parseAddress('/admin/orders/x.data%20yyy')).toMatchObject({ isData: false })
  expect(parseAddress('/belts.data.data')).toMatchObject({ page: '/belts.data', isData: true })
})

it('letters outside ASCII, as Node reads them, are those that were sent', () => {
  const sent = Buffer.from('/ü', 'utf8').toString('latin1')
  expect(parseAddress(sent).path).toBe('/%C3%BC')
})
