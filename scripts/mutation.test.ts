import { expect, it } from 'vitest'
import { mutantsOf, nearestTests } from './mutation.ts'

const planted = (source: string) =>
  mutantsOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

it('a source gets each small mutation in place, and its types and imports are left alone', () => {
  expect(planted(`import { a } from './a.ts'\ntype T = 'x' | 1\nif (b <= 2) c()`)).toEqual([
    `import { a } from './a.ts'\ntype T = 'x' | 1\nif (false && (b <= 2)) c()`,
    `import { a } from './a.ts'\ntype T = 'x' | 1\nif (b < 2) c()`,
    `import { a } from './a.ts'\ntype T = 'x' | 1\nif (b <= 3) c()`,
  ])
})

it('a lock, a condition and an awaited step can be left out, even after “curly” quotes', () => {
  expect(planted(`// “ö” 😀\nawait tx.select().from(t).where(x).for('update')`)).toEqual([
    `// “ö” 😀\n`,
    `// “ö” 😀\ntx.select().from(t).where(x).for('update')`,
    `// “ö” 😀\nawait tx.select().from(t).where(x)`,
    `// “ö” 😀\nawait tx.select().from(t).for('update')`,
  ])
})

it('a file’s own folder is tested first, then similar names, then the nearest importers', () => {
  const sources = new Map([
    ['a/sum.ts', ''],
    ['b/bill.ts', `import { sum } from '../a/sum.ts'`],
    ['c/shop.ts', `import { bill } from '../b/bill.ts'`],
    ['b/bill.test.ts', `import { bill } from './bill.ts'`],
    ['c/far.test.ts', `import { shop } from './shop.ts'`],
    ['a/sum.test.ts', `await import('./sum.ts')`],
    ['d/other.test.ts', `import { other } from './other.ts'`],
    ['e/a-sum-of-bills.test.ts', `import { shop } from '../c/shop.ts'`],
  ])
  expect(nearestTests('a/sum.ts', sources)).toEqual([
    'a/sum.test.ts',
    'e/a-sum-of-bills.test.ts',
    'b/bill.test.ts',
    'c/far.test.ts',
  ])
})
