import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { modulesOf } from './modules-of.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'modules-'))
afterAll(() => rmSync(folder, { recursive: true }))
const files = {
  'page.tsx':
    "import './page.css'\nimport { part } from './part.tsx'\nimport type { Shape } from './shape.ts'\nimport { type Kind } from './kind.ts'\nexport const later = () => import('./later.ts')\n",
  'page.css': '',
  'part.tsx': "import {\n  one,\n  type Two,\n} from './one.ts'\nexport * from './page.tsx'\n",
  'shape.ts': '',
  'kind.ts': '',
  'later.ts': "import './after.ts'\n",
  'one.ts': '',
  'after.ts': '',
}
for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
const namesOf = (withLate: boolean) =>
  [...modulesOf([path.join(folder, 'page.tsx')], withLate)].map((file) => path.basename(file)).sort()

describe('the modules of a page', () => {
  it('include its imports, with styles, and their imports, but no types', () => {
    expect(namesOf(false)).toEqual(['one.ts', 'page.css', 'page.tsx', 'part.tsx'])
  })

  it('include lazy imports on request', () => {
    expect(namesOf(true)).toEqual(['after.ts', 'later.ts', 'one.ts', 'page.css', 'page.tsx', 'part.tsx'])
  })
})
