import { expect, test } from 'vitest'
import { newId, tellingDigits } from './id.ts'

test('ids begin with their time, sort by it and stay different', () => {
  const at = Date.UTC(2026, 10, 28, 21)
  expect(newId(at)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(newId(at).replace('-', '').slice(0, 12), 16)).toBe(at)
  expect(newId(at) < newId(at + 1)).toBe(true)
  expect(new Set(Array.from({ length: 1_000 }, () => newId(at))).size).toBe(1_000)
})

test('the digits that tell rows apart are random, whichever kind of id it is', () => {
  const at = Date.UTC(2026, 10, 28, 21)
  expect(new Set(Array.from({ length: 100 }, () => tellingDigits(newId(at)))).size).toBe(100)
  expect(tellingDigits('7f3a9c21-0000-4000-8000-000000000000')).toBe('7f3a9c21')
})
