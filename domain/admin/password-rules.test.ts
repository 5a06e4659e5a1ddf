import { expect, it } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const names = ['wilhelmina', 'Belt Club']

it('accepts long passwords of any characters', () => {
  for (const password of [
    'twelve saddle stitches',
    'ßäöü 牛革のベルト 一月 二月',
    'T7#kf0Qz!m2w',
    'a belt a month please',
  ]) {
    expect(passwordProblem(password, names), password).toBeNull()
  }
})

it('refuses short, well-known and sequential passwords, and those made from names', () => {
  const refused = [
    'elevenchars',
    'aaaaaaaaaaaaaaaa',
    'abababababababab',
    '123456789012',
    'abcdefghijklmnop',
    'Password1234',
    'password-password',
    'Wilhelmina-2026',
    'BeltClub2026!!',
    'x'.repeat(201),
  ]
  for (const password of refused) expect(passwordProblem(password, names), password).toMatch(/\.$/)
})
