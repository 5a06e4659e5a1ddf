import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { askHolder, lockFolder } from '../../db/lock-folder.ts'
import { forwardCommand } from './commands.ts'

it('a command waits for a shop that is still starting, and goes to no shop that has stopped', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-command-'))
  const lock = await lockFolder(folder)
  const request = { command: 'promotion:list', args: {} }
  const asked = forwardCommand(folder, request)
  expect(await askHolder(folder, 'anything'), 'not ready yet').toBe('')
  lock!.answer(async (line) => JSON.stringify({ lines: [`Did ${line}`] }))
  expect(await asked).toEqual({ lines: [`Did ${JSON.stringify(request)}`] })
  lock!.release()
  expect(await forwardCommand(folder, request)).toBeNull()
  rmSync(folder, { recursive: true })
})
