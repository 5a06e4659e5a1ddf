import { randomBytes } from 'node:crypto'

/** 256 random bits for the links of one subscriber. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
