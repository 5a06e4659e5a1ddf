import { globSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../test/owner-command.ts'
import { type RestoreTarget, restoreTarget } from '../test/restore-target.ts'

let place: RestoreTarget
let env: Record<string, string>
beforeAll(async () => {
  place = await restoreTarget()
  const { databaseUrl, dataDir } = place.config
  env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
})
afterAll(() => place.remove())

const madeSpring = ['promotion:create', '--code', 'spring', '--percent', '20', '--uses', '50']

describe('a command without a running shop', () => {
  it('of another place than the shop’s makes no backup and no export', async () => {
    const to = path.join(place.config.dataDir, 'kept')
    for (const words of [
      ['backup', `${to}.jsonl.gz`],
      ['export', to],
    ]) {
      const { code, complained } = await command(env, ...words)
      expect([code, complained]).toEqual([
        1,
        expect.stringMatching(/^No shop was ever opened in .*: run this with/),
      ])
    }
    expect(globSync(`${to}*`)).toEqual([])
  })

  it('goes to the database itself', async () => {
    expect((await command(env, 'seed')).code).toBe(0)
    expect(await command(env, ...madeSpring)).toEqual({
      code: 0,
      said: 'The code SPRING is ready: 20% off the first payment, for 50 orders.\n',
      complained: '',
    })
    const again = await command(env, ...madeSpring)
    expect(again.complained).toMatch(/^There’s already a code SPRING/)
    expect([again.code, again.said]).toEqual([1, ''])
    expect((await command(env, 'promotion:list')).said).toBe(
      'SPRING  20% off the first payment; used 0 of 50 times\n',
    )
    expect((await command(env, 'promotion:end', '--code', 'spring')).code).toBe(0)
    expect((await command(env, 'promotion:list')).said).toMatch(/; ended\n$/)
  })

  it.each([
    [['promotion:make'], /^There is no command promotion:make: npm run shop -- --help shows them all\.\n$/],
    [['promotion:create', '--code', 'SALE', '--amount', '10.5'], /^An amount is in dollars and cents/],
  ])('that is wrong (%j) exits with 2 and one sentence', async (words, sentence) => {
    const done = await command(env, ...words)
    expect(done.complained).toMatch(sentence)
    expect([done.code, done.said, done.complained.trim().split('\n').length]).toEqual([2, '', 1])
  })
})
