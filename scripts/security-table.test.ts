import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const cell = /^\| (V[^|]+) \| `([^`]+)` \| `([^`]+) › ([^`]+)` \|$/

it('the table of docs/security.md names files that there are, and tests that are in them', () => {
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
  expect(lines.length).toBeGreaterThanOrEqual(40)
})

it('every package is fixed by its content', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean; version?: string }>
  }
  const loose = Object.entries(packages).filter(
    ([name, { integrity }]) => name !== '' && !integrity?.startsWith('sha512-'),
  )
  expect(loose.map(([name]) => name)).toEqual([])
})
