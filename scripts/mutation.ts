import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseSync } from 'vite'
import { runSeed, seededRandom } from '../test/random.ts'

// `npm run soak -- mutation`: plants one small mistake at a time in files that changed, and runs the tests nearest to it.
// Mistakes that no test notices are listed (docs/decisions/032-checked-replies-and-mutation-tests.md).
const root = path.resolve(import.meta.dirname, '..')
/**
 * The commit since which a file counts as changed, or `all` for all of them; MUTATE_FILES names the files instead,
 * comma-separated.
 */
const since = process.env.MUTATE_SINCE ?? 'HEAD~20'
const named = process.env.MUTATE_FILES?.split(',')
const most = Number(process.env.MUTANTS ?? 40)
const least = 0.95
/** The number of test files run for each mistake, nearest first, and how many run together. */
const [testsAsked, atOnce] = [24, 8]

export type Mutant = { start: number; end: number; text: string }
type Node = { type: string; start: number; end: number } & Record<string, unknown>

const swapped: Record<string, string> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '&&': '||', '||': '&&', '??': '&&' },
}
/** Calls a query still runs without: its lock, its condition, its bounds. */
const droppable = ['for', 'where', 'limit', 'orderBy', 'onConflictDoNothing', 'trim', 'toLowerCase', 'sort']

/** Every small mistake that can be planted in a source, with its position. */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = []
  const change = (start: number, end: number, text: string) => found.push({ start, end, text })
  const visit = (node: Node) => {
    if (/^(TS(?!As|NonNull|Satisfies)|Import)/.test(node.type)) return
    const child = (key: string) => node[key] as Node
    if (/^(Binary|Logical)Expression$/.test(node.type)) {
      const other = swapped[node.operator as string]
      const [from, to] = [child('left').end, child('right').start]
      if (other) change(from, to, source.slice(from, to).replace(node.operator as string, other))
    } else if (node.type === 'AwaitExpression') {
      change(node.start, child('argument').start, '')
    } else if (node.type === 'IfStatement') {
      const { start, end } = child('test')
      change(start, end, `false && (${source.slice(start, end)})`)
    } else if (node.type === 'Literal' && typeof node.value === 'number') {
      change(node.start, node.end, `${node.value < 1000 ? node.value + 1 : node.value * 2}`)
    } else if (node.type === 'Literal' && typeof node.value === 'boolean') {
      change(node.start, node.end, `${!node.value}`)
    } else if (node.type === 'CallExpression' && child('callee').type === 'MemberExpression') {
      const { object, property } = child('callee') as Node & {
        object: Node
        property: Node & { name?: string }
      }
      if (droppable.includes(property.name ?? '')) change(object.end, node.end, '')
    } else if (node.type === 'ExpressionStatement' && child('expression').type === 'AwaitExpression') {
      change(node.start, node.end, '')
    }
    for (const value of Object.values(node))
      for (const each of Array.isArray(value) ? value : [value])
        if (typeof each === 'object' && each !== null && 'type' in each) visit(each as Node)
  }
  visit(parseSync('file.ts', source).program as unknown as Node)
  return found
}

const wordsOf = (file: string) => file.split(/[/.-]/).filter((word) => !/^(server|tsx?|test|db)$/.test(word))

/**
 * All test files, ordered by how near they are to a file: same folder first, then by words shared in their paths, then by
 * the number of imports between them.
 * @param sources text of each file, by its path from the root
 */
export function nearestTests(file: string, sources: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, string[]>()
  for (const [importer, text] of sources)
    for (const [, name] of text.matchAll(/\b(?:from |import\(|import )'(\.[^']+\.tsx?)'/g)) {
      const imported = path.posix.join(path.dirname(importer), name!)
      importers.set(imported, [...(importers.get(imported) ?? []), importer])
    }
  const distance = new Map([[file, 0]])
  // Iterating a map also visits entries added during the loop.
  for (const [each, far] of distance)
    for (const importer of importers.get(each) ?? [])
      if (!distance.has(importer)) distance.set(importer, far + 1)
  const folder = path.dirname(file)
  const words = new Set(wordsOf(file))
  const rank = (test: string) => {
    if (path.dirname(test) === folder) return 0
    const shared = new Set(wordsOf(test).filter((word) => words.has(word))).size
    // No import chain is this long.
    return distance.get(test)! + (3 - Math.min(shared, 2)) * 1000
  }
  return [...distance.keys()]
    .filter((each) => each.endsWith('.test.ts') && !each.startsWith('e2e'))
    .sort((one, other) => rank(one) - rank(other))
}

function changedFiles(): string[] {
  const isAll = since === 'all'
  const listed = named ?? git(...(isAll ? ['ls-files'] : ['diff', '--name-only', since])).split('\n')
  return listed.filter(
    (file) =>
      /^(domain|server|db)\/.*\.ts$/.test(file) &&
      !file.endsWith('.test.ts') &&
      existsSync(path.join(root, file)),
  )
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

/** The first of these files with a failing test; null if all pass. */
function firstRed(folder: string, tests: string[]): string | null {
  const report = path.join(folder, 'report.json')
  rmSync(report, { force: true })
  const args = ['run', '--project', 'unit', '--project', 'postgres', '--bail=1', '--reporter=json']
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, ...args, `--outputFile=${report}`, ...tests], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 240_000,
  })
  if (status === 0) return null
  // A run that hangs, or breaks outside of the tests, leaves no report.
  if (!existsSync(report)) return 'no report'
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; message: string; assertionResults: { status: string }[] }[]
  }
  // A file that another file's failure kept from finishing also counts as failed.
  const red = testResults.find(
    ({ message, assertionResults }) =>
      message !== '' || assertionResults.some(({ status }) => status === 'failed'),
  )
  return red ? path.relative(folder, red.name) : 'no report'
}

/** Which other check of `npm test` refuses the file: the compiler or the linter. */
function refusedBy(folder: string, file: string): string | null {
  const checks = [
    ['typescript/bin/tsc', '--noEmit'],
    ['@biomejs/biome/bin/biome', 'lint', '--error-on-warnings', file],
  ] as const
  const isRefused = ([bin, ...args]: readonly [string, ...string[]]) =>
    spawnSync(process.execPath, [path.join(folder, 'node_modules', bin), ...args], { cwd: folder }).status !==
    0
  return checks.find(isRefused)?.[0] ?? null
}

function run() {
  // Works on a copy, so that nobody working in the original, or stopping this, finds a planted mistake.
  const folder = mkdtempSync(path.join(tmpdir(), 'mutation-'))
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard').split('\n')
  for (const file of listed)
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(folder, file))
  // The types of routes are generated, so git doesn't list them.
  for (const each of ['node_modules', '.react-router'])
    symlinkSync(path.join(root, each), path.join(folder, each))
  const sources = new Map(
    listed
      .filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(root, file)))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  )
  /** Test files that fail with nothing planted: they can't catch anything. */
  const red = new Set<string>()
  const green = new Set<string>()
  try {
    const all = changedFiles().flatMap((file) =>
      mutantsOf(sources.get(file)!).map((mutant) => ({ ...mutant, file })),
    )
    const lot = seededRandom(runSeed())
    const chosen = all
      .map((each) => ({ each, place: lot() }))
      .sort((one, other) => one.place - other.place)
      .slice(0, most)
      .map(({ each }) => each)
    let caught = 0
    for (const { file, start, end, text } of chosen) {
      const target = path.join(folder, file)
      const source = sources.get(file)!
      const tests = nearestTests(file, sources).slice(0, testsAsked)
      const catcher = () => {
        for (let from = 0; from < tests.length; from += atOnce) {
          const part = tests.slice(from, from + atOnce)
          for (;;) {
            const asked = part.filter((test) => !red.has(test))
            writeFileSync(target, source.slice(0, start) + text + source.slice(end))
            const found = asked.length > 0 ? firstRed(folder, asked) : null
            writeFileSync(target, source)
            if (found === null) break
            if (!asked.includes(found) || green.has(found)) return found
            if (firstRed(folder, [found]) === null) {
              green.add(found)
              return found
            }
            red.add(found)
            console.log(`fails without a mistake, so not used: ${found}`)
          }
        }
        writeFileSync(target, source.slice(0, start) + text + source.slice(end))
        const refused = refusedBy(folder, file)
        writeFileSync(target, source)
        return refused
      }
      const by = catcher()
      if (by) caught++
      const line = source.slice(0, start).split('\n').length
      const planted = `${JSON.stringify(source.slice(start, end))} as ${JSON.stringify(text)}`
      console.log(`${by ? 'caught  ' : 'SURVIVED'} ${file}:${line} ${planted}${by ? ` by ${by}` : ''}`)
    }
    console.log(`${caught} of ${chosen.length} caught, out of ${all.length} that could be planted.`)
    if (caught < chosen.length * least) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) run()
