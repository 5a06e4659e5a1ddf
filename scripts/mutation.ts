import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseSync } from 'vite'
import { runSeed, seededRandom } from '../test/random.ts'

// `npm run soak -- mutation`: plants one small mistake at a time in the files that changed and runs the tests of that room;
// a mistake that no test notices is named (docs/decisions/032-replies-and-mutations.md).
const root = path.resolve(import.meta.dirname, '..')
/** Commit since which a file counts as changed, or `all` of them; or the files themselves, with commas between. */
const since = process.env.MUTATE_SINCE ?? 'HEAD~20'
const named = process.env.MUTATE_FILES?.split(',')
const most = Number(process.env.MUTANTS ?? 40)
const least = 0.95

export type Mutant = { start: number; end: number; text: string }
type Node = { type: string; start: number; end: number } & Record<string, unknown>

const swapped: Record<string, string> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '&&': '||', '||': '&&', '??': '&&' },
}
/** Calls of a query without which it still runs: its lock, its condition, its bounds. */
const droppable = ['for', 'where', 'limit', 'orderBy', 'onConflictDoNothing', 'trim', 'toLowerCase', 'sort']

/** Every small mistake that can be made in a source, by its place. */
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

/** The nearest folder at or above a file's that has tests, and that are run for it. */
async function roomOf(file: string): Promise<string | null> {
  for (let room = path.dirname(file); room !== '.'; room = path.dirname(room)) {
    for await (const _ of glob(`${room}/*.test.ts`, { cwd: root })) return `${room}/`
  }
  return null
}

async function changedFiles(): Promise<string[]> {
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

/** Whether the tests of a room are green. */
function isGreen(folder: string, room: string): boolean {
  const args = ['run', '--project', 'unit', '--project', 'postgres', '--bail=1', '--passWithNoTests', room]
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs')
  return (
    spawnSync(process.execPath, [vitest, ...args], { cwd: folder, stdio: 'ignore', timeout: 1_800_000 })
      .status === 0
  )
}

async function run() {
  // A copy: whoever works beside this, or ends it, finds no planted mistake.
  const folder = mkdtempSync(path.join(tmpdir(), 'mutation-'))
  for (const file of git('ls-files', '--cached', '--others', '--exclude-standard').split('\n'))
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(folder, file))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  try {
    const all: (Mutant & { file: string; room: string })[] = []
    for (const file of await changedFiles()) {
      const room = await roomOf(file)
      if (room)
        all.push(
          ...mutantsOf(readFileSync(path.join(root, file), 'utf8')).map((each) => ({ ...each, file, room })),
        )
    }
    const lot = seededRandom(runSeed())
    const chosen = all
      .map((each) => ({ each, place: lot() }))
      .sort((one, other) => one.place - other.place)
      .slice(0, most)
      .map(({ each }) => each)
      .sort((one, other) => one.room.localeCompare(other.room))
    for (const room of new Set(chosen.map((each) => each.room)))
      if (!isGreen(folder, room)) throw new Error(`The tests of ${room} fail before anything is planted.`)
    let caught = 0
    for (const { file, room, start, end, text } of chosen) {
      const target = path.join(folder, file)
      const source = readFileSync(target, 'utf8')
      writeFileSync(target, source.slice(0, start) + text + source.slice(end))
      const isCaught = !isGreen(folder, room)
      writeFileSync(target, source)
      if (isCaught) caught++
      const line = source.slice(0, start).split('\n').length
      const planted = `${JSON.stringify(source.slice(start, end))} as ${JSON.stringify(text)}`
      console.log(`${isCaught ? 'caught  ' : 'SURVIVED'} ${file}:${line} ${planted}`)
    }
    console.log(`${caught} of ${chosen.length} caught, out of ${all.length} that could be planted.`)
    if (caught < chosen.length * least) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) await run()
