import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { deserialize, serialize } from 'node:v8'
import { ShopError, type ShopErrorCode } from '../../domain/errors.ts'

/** What reads bytes from outside: server/parser.ts has the code of each. */
export type ParserName =
  | 'mail'
  | 'table'
  | 'tracking file'
  | 'widths'
  | 'photo'
  | 'share picture'
  | 'mail picture'
  | 'box picture'

/** What one reading may cost. */
export type Budget = {
  /** seconds of CPU */
  cpu: number
  /** megabytes of memory, the process's own 50 included */
  memory: number
  /** megabytes of what it returns */
  output: number
}

/** Why a reading was ended; `crash`: its process died on its own. */
export type OverBudgetReason = 'time' | 'memory' | 'output' | 'crash'

/** A parser took more than its budget, and was ended. */
export class OverBudgetError extends Error {
  readonly reason: OverBudgetReason
  constructor(name: ParserName, reason: OverBudgetReason) {
    super(`The parser for a ${name} was ended: ${reason}.`)
    this.reason = reason
  }
}

/** What a parser process writes: its result or its error. */
export type Parsed =
  | { value: unknown }
  | { refused: { code: ShopErrorCode; message: string; fields?: Record<string, string> } }
  | { failed: string }

/** Milliseconds between looks at what the process has used. */
const lookEvery = 20
/** Seconds by the clock, for each second of CPU it may use: the machine may be busy with visitors. */
const clockPerCpu = 30
const megabyte = 1024 * 1024

/**
 * Runs a parser on bytes from outside in a process of its own, which has no secrets, writes no files and comes after
 * visitors; what it costs has a limit (decision 120).
 * @param rest what it reads after its input, piece by piece
 * @throws OverBudgetError if it takes more than its budget; ShopError if the parser refuses the bytes; Error if it fails
 */
export async function runParser<Output>(
  name: ParserName,
  input: unknown,
  budget: Budget,
  rest?: AsyncIterable<Uint8Array>,
): Promise<Output> {
  const answer = await run(name, { input: serialize(input), rest }, budget)
  const parsed = deserialize(answer) as Parsed
  if ('value' in parsed) return parsed.value as Output
  if ('failed' in parsed) throw new Error(parsed.failed)
  const { code, message, fields } = parsed.refused
  throw new ShopError(code, message, fields ? { fields } : {})
}

type Given = { input: Buffer; rest: AsyncIterable<Uint8Array> | undefined }

function run(name: ParserName, given: Given, budget: Budget): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flagsOf(budget), parserProcess.entry, name], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
    })
    let over: OverBudgetReason | null = null
    /** The bytes couldn't be had: neither the parser's fault nor theirs. */
    const fail = (error: unknown) => {
      reject(error)
      child.kill('SIGKILL')
    }
    const end = (reason: OverBudgetReason) => {
      over ??= reason
      child.kill('SIGKILL')
    }
    const began = performance.now()
    const watch = setInterval(() => {
      const used = usedBy(child.pid)
      if (used && used.cpu > budget.cpu) end('time')
      else if (used && used.memory > budget.memory + ofSource()) end('memory')
      else if (performance.now() - began > budget.cpu * clockPerCpu * 1_000) end('time')
    }, lookEvery)
    const parts: Buffer[] = []
    let size = 0
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > budget.output * megabyte) end('output')
      else parts.push(part)
    })
    child.on('error', (error) => {
      clearInterval(watch)
      reject(error)
    })
    child.on('close', (code, signal) => {
      clearInterval(watch)
      // V8 aborts when its heap is full.
      const reason = over ?? (signal === 'SIGABRT' ? 'memory' : 'crash')
      if (over || code !== 0) reject(new OverBudgetError(name, reason))
      else resolve(Buffer.concat(parts))
    })
    pipeline(all(given), child.stdin).catch((error: { code?: string }) => {
      // It may end before it has read everything.
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') fail(error)
    })
    try {
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It has ended already.
    }
  })
}

async function* all({ input, rest }: Given) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(input.length)
  yield length
  yield input
  if (rest) yield* rest
}

function flagsOf({ memory }: Budget): string[] {
  return [
    // What V8 keeps; the rest of the memory is watched from here.
    `--max-old-space-size=${Math.max(24, Math.round(memory - 58))}`,
    '--max-semi-space-size=1',
    // No file is written, no program started. Pictures are decoded by a library outside of V8.
    ...['--permission', '--allow-fs-read=*', '--allow-addons', '--no-warnings'],
  ]
}

/** Next to this file's build, or the source in development. Tests name the build, which starts in a third of the time. */
export const parserProcess = {
  entry: ['parser.js', '../parser.js', '../parser.ts']
    .map((file) => path.join(import.meta.dirname, file))
    .find(existsSync)!,
}

/** Megabytes that Node itself takes to run the source, in development. */
const ofSource = () => (parserProcess.entry.endsWith('.ts') ? 35 : 0)

/** Linux: clock ticks per second, and bytes of a page. */
const [ticks, page] = [100, 4096]

/** Seconds of CPU and megabytes that a process has used so far; null where nobody can say. */
function usedBy(pid: number | undefined): { cpu: number; memory: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
    const resident = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]
    return {
      cpu: (Number(stat[11]) + Number(stat[12])) / ticks,
      memory: (Number(resident) * page) / megabyte,
    }
  } catch {
    return null
  }
}
