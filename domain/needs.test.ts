import { expect, it } from 'vitest'
import { hasNeeded } from './needs.ts'

it.each<[string, Record<string, string>, boolean]>([
  ['email', {}, false],
  ['email', { email: ' ' }, false],
  ['email', { email: 'maya@example.com' }, true],
  ['name email', { name: 'Maya' }, false],
  ['name category=order:orderNumber', { name: 'Maya', category: 'sizing' }, true],
  ['name category=order:orderNumber', { name: 'Maya', category: 'order' }, false],
  ['name category=order:orderNumber', { name: 'Maya', category: 'order', orderNumber: 'BC-1' }, true],
])('%s with %j: %s', (needs, values, isMet) => {
  expect(hasNeeded(needs, (field) => values[field] ?? '')).toBe(isMet)
})
