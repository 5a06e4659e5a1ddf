import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ShopError } from '../../domain/errors.ts'
import { ConfigError } from './services-config.ts'

/** Encrypts what the shop must be able to read back, so that the database or a backup alone doesn't reveal it. */
export type Secrets = {
  /**
   * @param owner id of the row it belongs to: the text can't be opened for another row
   * @throws ShopError 'not_possible' if there is no key and none can be created
   */
  seal(text: string, owner: string): string
  /**
   * Decrypts a sealed text; null if it was sealed with another key or for another owner. Returns unsealed text unchanged.
   */
  open(sealed: string, owner: string): string | null
  isSealed(text: string): boolean
  /** @throws ConfigError if there is no key and none can be created */
  needKey(): void
}

/** bytes of the key, the nonce (NIST SP 800-38D §8.2.2) and the tag */
const [keyLength, nonceLength, tagLength] = [32, 12, 16]
const algorithm = 'aes-256-gcm'
const prefix = 'sealed:1:'

/** @param findKey called once, on first use @throws ConfigError */
export function secretsBy(findKey: () => Buffer): Secrets {
  let found: Buffer | null = null
  const key = () => {
    found ??= findKey()
    return found
  }
  return {
    seal(text, owner) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, keyOrSentence(key), nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed, owner) {
      if (!sealed.startsWith(prefix)) return sealed
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64')
      const [nonce, rest] = [bytes.subarray(0, nonceLength), bytes.subarray(nonceLength)]
      try {
        const decipher = createDecipheriv(algorithm, key(), nonce, { authTagLength: tagLength })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(rest.subarray(0, tagLength))
        return decipher.update(rest.subarray(tagLength), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
    isSealed: (text) => text.startsWith(prefix),
    needKey: () => void key(),
  }
}

function keyOrSentence(key: () => Buffer): Buffer {
  try {
    return key()
  } catch (error) {
    if (error instanceof ConfigError) throw new ShopError('not_possible', error.message, { cause: error })
    throw error
  }
}

/** Parses SECRETS_KEY. @returns null for anything but 32 bytes as base64 */
export function parseKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64')
  return key.length === keyLength && key.toString('base64') === text ? key : null
}

/**
 * Reads the key in `DATA_DIR`/keys/secrets, or creates it. It is stored beside the database, not in it, so that neither a
 * backup nor someone with read access to the database has both.
 * @throws ConfigError that says what to do
 */
export function keyOfFolder(dataDir: string): Buffer {
  const file = path.join(dataDir, 'keys', 'secrets')
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const text = readKey(file) ?? makeKey(file)
    const key = parseKey(text.trim())
    if (key) return key
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(
      `The key ${file}, by which the shop keeps its secrets, cannot be read or made (${code}): let the shop's user write there, or set SECRETS_KEY.`,
      { cause },
    )
  }
  throw new ConfigError(
    `The key ${file} is damaged: it must be 32 bytes as base64. Put it back from where you keep backups. Without it, move the file away, and start again: two-step sign-in is then set up anew.`,
  )
}

function readKey(file: string): string | null {
  try {
    chmodSync(file, 0o600)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

// Links the file under its name only when complete: two processes may start at once, and each may be killed at any moment.
function makeKey(file: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const text = randomBytes(keyLength).toString('base64')
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
    return text
  } catch (error) {
    const others = readKey(file)
    if (others === null) throw error
    return others
  } finally {
    rmSync(draft, { force: true })
  }
}
