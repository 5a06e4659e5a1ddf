import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { DamagedBackup, type Restored, type TryRestore } from '../shop/backup-place.ts'
import type { Config } from '../shop/config.ts'
import { stepDone } from '../shop/rounds.ts'

/** What the other process is told. */
export type RestoreTask = {
  file: string
  keys: readonly string[]
  migrations: string
  /** of the shop, on whose server a database is made for a moment; null, or if that may not be: an embedded one */
  databaseUrl: string | null
  /** a folder that doesn't exist yet, for the embedded one */
  scratch: string
}

/** What it answers in its last line; before, any line says that it goes on. */
export type RestoreAnswer = { restored: Restored } | { damage: string } | { failed: string }

/** Megabytes of JavaScript the process may keep; PostgreSQL's memory is counted apart. */
const mostMemory = 160

/**
 * Restores backups in a process of its own, which comes after visitors: an embedded database would stop this one while it
 * loads.
 */
export function restoreApart(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'migrationDatabaseUrl'>,
  migrations: string,
): TryRestore {
  return async (file, keys) => {
    const { migrationDatabaseUrl, databaseDirectUrl, databaseUrl } = config
    const task: RestoreTask = {
      ...{ file, keys, migrations, databaseUrl: migrationDatabaseUrl ?? databaseDirectUrl ?? databaseUrl },
      scratch: path.join(config.dataDir, 'backups', 'restore-check'),
    }
    const answer = await run(task)
    if ('restored' in answer) return answer.restored
    if ('damage' in answer) throw new DamagedBackup(answer.damage)
    throw new Error(answer.failed)
  }
}

async function run(task: RestoreTask): Promise<RestoreAnswer> {
  const child = spawn(process.execPath, [`--max-old-space-size=${mostMemory}`, '--no-warnings', entry()], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
  child.stdin.on('error', () => {})
  // Stays open: once it closes, because this process has ended, the other one ends, too.
  child.stdin.write(`${JSON.stringify(task)}\n`)
  try {
    let last = ''
    for await (const line of createInterface({ input: child.stdout })) {
      stepDone()
      last = line
    }
    const how = await ended
    if (last.startsWith('{')) return JSON.parse(last) as RestoreAnswer
    return { failed: `The check was ended before it was done (${how}).` }
  } finally {
    child.kill('SIGKILL')
  }
}

/** Next to this file's build, or the source in tests and development. */
function entry(): string {
  const here = import.meta.dirname
  const places = ['restore-check.js', '../restore-check.js', '../restore-check.ts']
  return places.map((place) => path.join(here, place)).find((place) => existsSync(place))!
}
