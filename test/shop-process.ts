import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fastFolder } from './fast-folder.ts'

const root = path.resolve(import.meta.dirname, '..')

/** A shop in its own process, as `npm start` runs it after the build. */
export type ShopProcess = {
  address: string
  pid: number
  dataDir: string
  /** everything it has printed so far */
  output(): string
  /** SIGTERM; resolves with the exit code */
  stop(): Promise<number | null>
  /** kill -9 */
  kill(): Promise<void>
}

export type ShopProcessOptions = { dataDir?: string; env?: Record<string, string> }

/**
 * Starts the built shop on a free port and waits until it says it's open.
 * @throws Error with its output if it ends before that
 */
export async function startShopProcess(options: ShopProcessOptions = {}): Promise<ShopProcess> {
  const dataDir = options.dataDir ?? (options.env?.DATABASE_URL ? newDataDir() : readyDataDir())
  const child = spawn(process.execPath, [path.join(root, 'server.mjs')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  // The starting process may end with an error; then the shop must not outlive it.
  const endWithUs = () => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  void ended.then(() => process.off('exit', endWithUs))
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const match = /Shop\s+(http:\S+)/.exec(output)
      if (match) resolve(match[1]!.replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`the shop ended with ${code}:\n${output}`)))
  })
  return {
    address,
    pid: child.pid!,
    dataDir,
    output: () => output,
    stop: () => end(child, ended, 'SIGTERM'),
    kill: async () => void (await end(child, ended, 'SIGKILL')),
  }
}

/** A data folder for a shop that was never opened. */
export function newDataDir(): string {
  return fastFolder('shop')
}

/** A data folder with a migrated and seeded embedded database if tests prepared one; otherwise a new folder. */
export function readyDataDir(): string {
  const dataDir = newDataDir()
  const ready = process.env.READY_DATA_DIR
  if (ready) cpSync(path.join(ready, 'db'), path.join(dataDir, 'db'), { recursive: true })
  return dataDir
}

/** Removes what a shop left on disk. */
export function removeData(dataDir: string) {
  rmSync(dataDir, { recursive: true, force: true })
}

function end(child: ChildProcess, ended: Promise<number | null>, signal: NodeJS.Signals) {
  child.kill(signal)
  return ended
}
