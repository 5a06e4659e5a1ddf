import { createHash } from 'node:crypto'

/**
 * The id of a person at the desk, who is a mailbox (docs/decisions/060): made of the address itself, so that whatever was
 * written with it belongs together without a table. In statements it is `md5(email)`, which indexes hold.
 * @param email normalised
 */
export function personIdOf(email: string): string {
  return createHash('md5').update(email).digest('hex')
}
