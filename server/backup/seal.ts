import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { ShopError } from '../../domain/errors.ts'

/** A pair of keys of the age format (https://age-encryption.org/v1). */
export type SealKey = {
  /** "age1…": encrypts */
  recipient: string
  /** "AGE-SECRET-KEY-1…": decrypts */
  identity: string
}

export async function makeSealKey(): Promise<SealKey> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Encrypts a stream for all of these readers; any of them can open it alone. */
export async function sealed(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(asWeb(plain)))
}

/** None of the keys opens it: it was made for others. */
export class WrongKey extends ShopError {}

/**
 * Decrypts a stream. Each 64 kB are authenticated before they are handed on, and so is the end.
 * @throws WrongKey, or ShopError 'not_possible' if it is damaged
 */
export async function unsealed(
  encrypted: Readable,
  identities: readonly string[],
  where: string,
): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(asWeb(encrypted)))
  } catch (cause) {
    encrypted.destroy()
    if (/no identity matched/.test(String(cause)))
      throw new WrongKey(
        'not_possible',
        `${where} can’t be opened with this key: it was encrypted for another one.`,
      )
    throw new ShopError('not_possible', `${where} is damaged (${String(cause)}).`, { cause })
  }
}

const asWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])

/** The first line of the format. */
const mark = 'age-encryption.org/v1\n'

export async function isSealed(file: string): Promise<boolean> {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(mark.length), 0, mark.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === mark
  } finally {
    await opened.close()
  }
}

/** The recovery key in what an owner typed or keeps in a file, whose other lines may be notes. @returns null: none */
export function findIdentity(text: string): string | null {
  return /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/.exec(text.toUpperCase())?.[0] ?? null
}
