import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

it('the architecture page names each folder of the server, and no other', () => {
  const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const table = page.slice(page.indexOf('| in `server/` |'), page.indexOf('A handler (such as'))
  // The first cell of each row.
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([\w-]+)\/`/g)].map(([, folder]) => folder),
  )
  const there = readdirSync(path.join(root, 'server'), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
  expect(named.filter((name) => name !== 'server').sort()).toEqual(there.sort())
})

it('the first page stays one page', () => {
  expect(readFileSync(path.join(root, 'README.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(
    80,
  )
})
