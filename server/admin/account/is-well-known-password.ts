/** Shorter ones of the list are taken out of longer passwords by domain/admin/password-rules.ts. */
let known: Promise<Set<string>> | null = null

/**
 * Whether a password is one of the 49,000 that are seen most (ASVS 5.0 V6.2.4: a list of the known ones, read in
 * the shop, so that no password is sent anywhere).
 */
export async function isWellKnownPassword(password: string): Promise<boolean> {
  // Half a megabyte, which only a new password needs.
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  )
  return (await known).has(password.toLowerCase())
}
