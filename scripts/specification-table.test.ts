import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const table = readFileSync(path.join(root, 'docs/specification.md'), 'utf8')

/** Rows of each section of the specification as of today: sentences do not get lost. */
const fewest: Record<string, number> = { 1: 47, 2: 113, 3: 87, 4: 49, 5: 56, 6: 12, 7: 42, 8: 35, 9: 52 }

type Row = { section: string; cells: string[] }

const rows: Row[] = []
let section = ''
for (const line of table.split('\n')) {
  const heading = /^## §(\d)/.exec(line)
  if (heading) section = heading[1]!
  if (!line.startsWith('|') || /^\|[-| ]+\|$/.test(line) || line.startsWith('| Sentence ')) continue
  rows.push({
    section,
    cells: line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(textOf),
  })
}

/** Titles of the tests and journeys that only `npm run soak` runs; they are tagged or in files named for it. */
const inSoakOnly = globSync('e2e/**/*.{spec,test}.ts', { cwd: root }).flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  const tests = text.split(/\n(?=\s*(?:test|it)\()/).slice(1)
  const left = file.includes('.soak.')
    ? tests
    : tests.filter((each) => each.split('=>')[0]!.includes('@soak'))
  return left.map((each) => `${file} › ${/(['`"])(.*?)\1/.exec(each)?.[2]}`)
})

describe('the specification table', () => {
  it('has rows for every section, and no fewer than before', () => {
    const counts = Object.groupBy(rows, (row) => row.section)
    expect(Object.keys(counts)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    for (const [each, least] of Object.entries(fewest))
      expect(counts[each]!.length, `§${each}`).toBeGreaterThanOrEqual(least)
  })

  it('has no empty row', () => {
    const empty = rows.filter(({ cells }) => cells.length !== 3 || cells.some((cell) => cell === ''))
    expect(empty.map(({ cells }) => cells.join(' | '))).toEqual([])
  })

  it('names existing files and tests', () => {
    expect(rows.flatMap(({ cells }) => lacks(cells))).toEqual([])
  })

  it('names no test that only the soak runs', () => {
    expect(inSoakOnly).toContain(
      'e2e/journeys/keyboard.spec.ts › a gift by keyboard alone, from the header to the order number',
    )
    expect(rows.map(({ cells }) => cells[2]).filter((test) => inSoakOnly.includes(test!))).toEqual([])
  })
})

/** What a row promises that doesn’t exist. */
function lacks([sentence, file, test]: string[]): string[] {
  const [testFile, title] = (test ?? '').split(' › ')
  const missing = [file, testFile].filter((each) => !each || !existsSync(path.join(root, each)))
  if (missing.length > 0) return [`${sentence}: no file ${missing.join(', ')}`]
  if (!/\.(test|spec)\.tsx?$/.test(testFile!)) return [`${sentence}: ${testFile} is no test`]
  return isTitleIn(testFile!, title ?? '') ? [] : [`${sentence}: ${testFile} has no test ‹${title}›`]
}

/** Whether the whole title is in the file as one quoted text, which may have escaped quotes. */
function isTitleIn(file: string, title: string): boolean {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'")
  return title !== '' && ["'", '"', '`'].some((quote) => text.includes(quote + title + quote))
}

function textOf(cell: string): string {
  const text = cell.trim().replaceAll('\\|', '|')
  return /^`[^`]*`$/.test(text) || /^`.* › .*`$/.test(text) ? text.slice(1, -1) : text
}
