import { expect, it } from 'vitest'
import { mutantsOf } from './mutation.ts'

const planted = (source: string) =>
  mutantsOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

it('a source is given each small mistake at its place, and its types and imports are left alone', () => {
  expect(planted(`import { a } from './a.ts'\ntype T = 'x' | 1\nif (b <= 2) c()`)).toEqual([
    `import { a } from './a.ts'\ntype T = 'x' | 1\nif (false && (b <= 2)) c()`,
    `import { a } from './a.ts'\ntype T = 'x' | 1\nif (b < 2) c()`,
    `import { a } from './a.ts'\ntype T = 'x' | 1\nif (b <= 3) c()`,
  ])
})

it('a lock, a condition and an awaited step are among what is left out, also behind “curly” quotes', () => {
  expect(planted(`// “ö” 😀\nawait tx.select().from(t).where(x).for('update')`)).toEqual([
    `// “ö” 😀\n`,
    `// “ö” 😀\ntx.select().from(t).where(x).for('update')`,
    `// “ö” 😀\nawait tx.select().from(t).where(x)`,
    `// “ö” 😀\nawait tx.select().from(t).for('update')`,
  ])
})
