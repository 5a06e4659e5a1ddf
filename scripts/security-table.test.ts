import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const cell = /^\| (V[^|]+) \| `([^`]+)` \| `([^`]+) › ([^`]+)` \|$/

it('the table in docs/security.md names existing files and tests', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .flatMap((line) => cell.exec(line) ?? [])
  const table = read('docs/security.md').split('## What does not apply')[0]!
  const lines = table.split('\n').filter((line) => line.startsWith('| V'))
  const wrong = lines.filter((line) => {
    const [, requirement, file, test, title] = cell.exec(line) ?? []
    if (!requirement || !/^V\d+\.\d+\.\d+/.test(requirement)) return true
    return (
      !existsSync(path.join(root, file!)) ||
      !existsSync(path.join(root, test!)) ||
      !read(test!).includes(title!)
    )
  })
  expect(wrong).toEqual([])
  expect(rows.length / 5).toBe(lines.length)
  expect(lines.length).toBeGreaterThanOrEqual(70)
})

/** Requirements of levels 1 and 2 in version 5.0.0, section by section: from the first to this one, none left out. */
const lastOf: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2 },
  ...{ '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4 },
  ...{ '16.4': 3, '16.5': 3 },
}

it('every level 2 requirement is tested, not applicable, documented, or marked as not met', () => {
  const text = read('docs/security.md')
  const named = new Set([...text.matchAll(/V(\d+\.\d+\.\d+)/g)].map(([, id]) => id))
  for (const [, section, from, to] of text.matchAll(/V(\d+\.\d+)\.(\d+) to V\d+\.\d+\.(\d+)/g))
    for (let id = Number(from); id <= Number(to); id++) named.add(`${section}.${id}`)
  const whole = [...text.matchAll(/V(\d+(?:\.\d+)?)(?![\d.])/g)].map(([, id]) => id!)
  const missing = Object.entries(lastOf).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`).filter(
      (id) => !named.has(id) && !whole.includes(section) && !whole.includes(section.split('.')[0]!),
    ),
  )
  expect(missing).toEqual([])
})

it('every package is pinned by hash', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean; version?: string }>
  }
  const loose = Object.entries(packages).filter(
    ([name, { integrity }]) => name !== '' && !integrity?.startsWith('sha512-'),
  )
  expect(loose.map(([name]) => name)).toEqual([])
})
