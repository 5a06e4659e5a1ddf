import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callName, longestSlug, slugOf, slugPattern, suggestSlug } from './slug.ts'

describe('a slug', () => {
  it.each([
    ['Dress belts', 'dress-belts'],
    ['  Men’s — Golf & Travel  ', 'mens-golf-and-travel'],
    ['Größe Ærø, façade', 'grosse-aero-facade'],
    ['皮带', ''],
    [`${'a'.repeat(59)} belts`, 'a'.repeat(59)],
  ])('of "%s" is "%s"', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('is valid and unique, whatever the name and existing ones', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.nat(4), (name, others) => {
        const taken: string[] = []
        for (let one = 0; one <= others; one++) {
          const slug = suggestSlug(name, taken)
          if (slug === '') {
            expect(slugOf(name)).toBe('')
            return
          }
          expect(slug).toMatch(slugPattern)
          expect(slug.length).toBeLessThanOrEqual(longestSlug)
          expect(taken).not.toContain(slug)
          taken.push(slug)
        }
      }),
    )
  })
})

it.each([
  ['Maya Ellison', 'Maya'],
  [' Maya\n Ellison', 'Maya'],
  ['Dr. Maya Ellison', 'Dr. Maya Ellison'],
  ['M. Ellison', 'M. Ellison'],
  ['Ellison, Maya', 'Ellison, Maya'],
  ['Maya', 'Maya'],
  ['  ', ''],
  [undefined, ''],
])('%j is greeted as %j', (fullName, called) => {
  expect(callName(fullName)).toBe(called)
})
