import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'
import { keyOfFolder, secretsBy } from './secrets.ts'

let folder: string
const file = () => path.join(folder, 'keys', 'secrets')

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shop-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the data folder’s key', () => {
  it('is created once, for the shop only, and leaves nothing else behind', () => {
    const key = keyOfFolder(folder)
    expect(key).toHaveLength(32)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(keyOfFolder(folder)).toEqual(key)
    expect(readFileSync(file(), 'utf8')).toBe(`${key.toString('base64')}\n`)
    expect(statSync(path.dirname(file())).mode & 0o777).toBe(0o700)
    expect(readdirSync(path.dirname(file()))).toEqual(['secrets'])
  })

  it('is made private again when others could read it', () => {
    keyOfFolder(folder)
    chmodSync(file(), 0o644)
    keyOfFolder(folder)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('that is damaged stops startup with what to do, and isn’t overwritten', () => {
    keyOfFolder(folder)
    writeFileSync(file(), 'half a key')
    expect(() => keyOfFolder(folder)).toThrow(/damaged.*Put it back/)
    expect(() => keyOfFolder(folder)).toThrow(ConfigError)
    expect(readFileSync(file(), 'utf8')).toBe('half a key')
  })

  it('that can’t be created stops startup with what to do', () => {
    writeFileSync(path.join(folder, 'keys'), '')
    expect(() => keyOfFolder(folder)).toThrow(/cannot be read or made .*SECRETS_KEY/)
  })
})

describe('SECRETS_KEY', () => {
  it('is 32 bytes as base64', () => {
    const key = Buffer.alloc(32, 7)
    expect(parseConfig({ SECRETS_KEY: key.toString('base64') }).secretsKey).toEqual(key)
    for (const wrong of ['secret', Buffer.alloc(16).toString('base64'), key.toString('hex')])
      expect(() => parseConfig({ SECRETS_KEY: wrong }), wrong).toThrow(
        'The setting SECRETS_KEY is wrong: it must be 32 bytes as base64, as `openssl rand -base64 32` makes them.',
      )
  })
})

describe('a sealed secret', () => {
  const secrets = secretsBy(() => Buffer.alloc(32, 1))

  it('opens only with its key, for its owner', () => {
    const sealed = secrets.seal('a secret', 'maya')
    expect(sealed).not.toContain('a secret')
    expect(secrets.open(sealed, 'maya')).toBe('a secret')
    expect(secrets.open(sealed, 'noor')).toBeNull()
    expect(secretsBy(() => Buffer.alloc(32, 2)).open(sealed, 'maya')).toBeNull()
    expect(secrets.seal('a secret', 'maya')).not.toBe(sealed)
  })

  it('doesn’t open once changed or truncated', () => {
    const sealed = secrets.seal('a secret', 'maya')
    const [prefix, body] = [sealed.slice(0, 9), Buffer.from(sealed.slice(9), 'base64')]
    for (let place = 0; place < body.length; place++) {
      const changed = Buffer.from(body)
      changed[place]! ^= 1
      expect(secrets.open(prefix + changed.toString('base64'), 'maya'), `byte ${place}`).toBeNull()
      expect(secrets.open(prefix + body.subarray(0, place).toString('base64'), 'maya')).toBeNull()
    }
  })
})
