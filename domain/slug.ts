/** What a slug looks like: small letters and figures, words joined by single hyphens. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const longestSlug = 60

const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', '&': ' and ' }

/** The slug of a name, "" for a name without a letter or figure of the Latin alphabet. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøđł&]/g, (letter) => spelled[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-+|-+$/g, '')
}

/** The slug to suggest for a name: one that none of `taken` has. */
export function suggestSlug(name: string, taken: readonly string[]): string {
  const slug = slugOf(name)
  if (slug === '' || !taken.includes(slug)) return slug
  for (let number = 2; ; number++) {
    const ending = `-${number}`
    const numbered = `${slug.slice(0, longestSlug - ending.length).replace(/-+$/, '')}${ending}`
    if (!taken.includes(numbered)) return numbered
  }
}
