import { expect, it } from 'vitest'
import { isWellKnownPassword } from './change-password.ts'

it('recognizes commonly guessed passwords in any spelling, and no others', async () => {
  for (const password of ['123qweasdzxc', 'qwerty123456', 'FinalFantasy', 'leavemealone'])
    expect(await isWellKnownPassword(password), password).toBe(true)
  for (const password of ['twelve saddle stitches', 'finalfantasy belts'])
    expect(await isWellKnownPassword(password), password).toBe(false)
})
