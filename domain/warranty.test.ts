import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exchangeRemedies } from './exchange.ts'
import { brokenParts, type Claim, proposeRemedy } from './warranty.ts'

const claim: Claim = { part: 'strap', wish: null, isEarly: false, isInStock: true, hasValue: true }

it.each([
  ['the same belt while it’s in stock', {}, 'replacement'],
  ['whatever was requested in the first 30 days', { isEarly: true, wish: 'refund' }, 'refund'],
  [
    'no money when none was paid, even in the first 30 days',
    { isEarly: true, wish: 'refund', hasValue: false },
    'replacement',
  ],
  ['a repair when wanted and possible', { part: 'buckle', wish: 'repair' }, 'repair'],
  ['no repair of leather', { part: 'strap', wish: 'repair' }, 'replacement'],
  ['a repair when nothing is left', { part: 'stitching', isInStock: false }, 'repair'],
  ['a refund when nothing is left or fixable', { isInStock: false }, 'refund'],
  ['another belt when nothing was paid', { isInStock: false, hasValue: false }, 'replacement'],
] as const)('proposes %s', (_case, facts, remedy) => {
  expect(proposeRemedy({ ...claim, ...facts }).remedy).toBe(remedy)
})

it('never proposes money for a free belt, and always says why', () => {
  const any = fc.record({
    part: fc.constantFrom(...brokenParts),
    wish: fc.constantFrom(null, ...exchangeRemedies),
    isEarly: fc.boolean(),
    isInStock: fc.boolean(),
    hasValue: fc.boolean(),
  })
  fc.assert(
    fc.property(any, (facts) => {
      const { remedy, why } = proposeRemedy(facts)
      expect(why).not.toBe('')
      if (!facts.hasValue) expect(['replacement', 'repair']).toContain(remedy)
    }),
  )
})
