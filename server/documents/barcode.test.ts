import { expect, it } from 'vitest'
import { code128 } from './write-pdf.ts'

// Code 128, set B, as ISO 15417 has it: each sign is eleven modules, start and stop around, and a check digit.
const [startB, stop] = ['211214', '2331112']

it('a reference becomes Code 128 with its check digit, narrow enough for a label', () => {
  const bars = code128('3F9A2C7104BE').join('')
  expect(bars.startsWith(startB)).toBe(true)
  expect(bars.endsWith(stop)).toBe(true)
  const modules = [...bars].reduce((sum, width) => sum + Number(width), 0)
  expect((modules - 13) % 11).toBe(0)
  // With its quiet zones on a label of 2⅝ inches less padding: over 12 mil a module, which every laser scanner reads.
  expect((173 / 72 / (modules + 20)) * 1000).toBeGreaterThan(10)
  expect(code128('A').join('')).toBe(`${startB}111323131123${stop}`)
})
