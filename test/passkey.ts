import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Flags = { isPersonKnown?: boolean; origin?: string; rpId?: string; counter?: number }

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/**
 * A passkey as a phone keeps it, in software: WebAuthn level 3 §6 with ES256 and no attestation. It signs for the address
 * and origin it's given, so a test can act as another site.
 */
export function softwarePasskey(home = 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  // RFC 9053 §7.1.1: EC2, ES256, P-256.
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]),
  )

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(isNew: boolean, { isPersonKnown = true, rpId, counter = 0 }: Flags) {
    const flags = 0x01 | (isPersonKnown ? 0x04 : 0) | (isNew ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    return Buffer.concat([
      sha256(rpId ?? new URL(home).hostname),
      Buffer.from([flags]),
      count,
      ...(isNew ? [Buffer.alloc(16), length, credentialId, cose] : []),
    ])
  }

  const answer = (response: object) => ({
    id: text(credentialId),
    rawId: text(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** answers the options for creating a passkey */
    make(options: { challenge: string }, flags: Flags = {}) {
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(true, flags))],
      ])
      return answer({
        clientDataJSON: text(clientData('webauthn.create', options.challenge, flags.origin ?? home)),
        attestationObject: text(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      })
    },
    /** answers the options for signing in */
    use(options: { challenge: string }, flags: Flags = {}) {
      const data = clientData('webauthn.get', options.challenge, flags.origin ?? home)
      const authenticator = authenticatorData(false, flags)
      return answer({
        clientDataJSON: text(data),
        authenticatorData: text(authenticator),
        signature: text(sign('sha256', Buffer.concat([authenticator, sha256(data)]), privateKey)),
      })
    },
  }
}
