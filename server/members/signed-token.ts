import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accountRevocations } from '../../db/schema.ts'
import { shopSecret } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

/** Bytes of a token: a row's id, the reader's role, seconds since 1970 (these together), and the signature. */
const [idBytes, bodyBytes, signatureBytes] = [16, 21, 16]

/** What an emailed link contains. */
export type Signed = {
  /** a row's id */
  id: string
  /** the reader's role for that row; a number defined by the caller */
  role: number
  at: Date
}

/** Makes a link's token for the reader of an address. It isn't stored: the shop verifies it with its secret. */
export async function signToken(shop: Shop, what: string, { id, role, at }: Signed, email: string) {
  const body = Buffer.alloc(bodyBytes)
  body.write(id.replaceAll('-', ''), 0, 'hex')
  body.writeUInt8(role, idBytes)
  body.writeUInt32BE(Math.floor(at.getTime() / 1000), idBytes + 1)
  return Buffer.concat([body, await signature(shop, what, body, email)]).toString('base64url')
}

/**
 * The address a token was signed for; null if the signature is wrong, the token is too old or from before its reader signed
 * out everywhere, or the row no longer has that address.
 * @param emailOf the address the row has for that role today
 * @param lives milliseconds
 */
export async function readToken(
  shop: Shop,
  what: string,
  { token, lives }: { token: string; lives: number },
  emailOf: (signed: Pick<Signed, 'id' | 'role'>) => Promise<string | null>,
): Promise<{ email: string; id: string } | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== bodyBytes + signatureBytes) return null
  const body = bytes.subarray(0, bodyBytes)
  const signedAt = body.readUInt32BE(idBytes + 1) * 1000
  const age = shop.now().getTime() - signedAt
  // Allows a future time of up to a day, because the clock may have been set back.
  if (age > lives || age < -24 * 60 * 60_000) return null
  const id = body.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const email = await emailOf({ id, role: body.readUInt8(idBytes) })
  if (!email) return null
  const isOurs = timingSafeEqual(bytes.subarray(bodyBytes), await signature(shop, what, body, email))
  if (!isOurs) return null
  const [revoked] = await shop.db
    .select({ at: accountRevocations.revokedAt })
    .from(accountRevocations)
    .where(eq(accountRevocations.email, email))
  return revoked && signedAt <= revoked.at.getTime() ? null : { email, id }
}

async function signature(shop: Shop, what: string, body: Buffer, email: string): Promise<Buffer> {
  const mac = createHmac('sha256', await shopSecret(shop, what))
    .update(body)
    .update(email)
  return mac.digest().subarray(0, signatureBytes)
}
