import path from 'node:path'
import { vi } from 'vitest'
import { runTerminal } from '../server/run-terminal.ts'

export type Done = { code: number | null; said: string; complained: string }

/** Runs `npm run shop -- words` in this process with these settings: starting a process takes longer than most commands. */
export async function command(env: Record<string, string>, ...words: string[]): Promise<Done> {
  const said: string[] = []
  const complained: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(`${line}\n`))
  vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(`${line}\n`))
  const mask = process.umask()
  try {
    await runTerminal(
      words,
      { ...process.env, ...env },
      path.resolve(import.meta.dirname, '../db/migrations'),
    )
    return { code: Number(process.exitCode ?? 0), said: said.join(''), complained: complained.join('') }
  } finally {
    process.umask(mask)
    process.exitCode = undefined
    vi.restoreAllMocks()
  }
}
