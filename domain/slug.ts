const titleOrInitial = /^(mr|mrs|ms|mx|dr|prof|sir|.)\.?$/i

/** What somebody typed, on one line: a line break would forge a line of the plain text. */
export function oneLine(typed: string | undefined): string {
  return (typed ?? '').trim().replaceAll(/\s+/g, ' ')
}

/** The name by which one greets: "Maya"; the whole name where its first word is a title, an initial or a surname. */
export function callName(fullName: string | undefined): string {
  const name = oneLine(fullName)
  const first = name.split(' ')[0] ?? ''
  return titleOrInitial.test(first) || first.endsWith(',') ? name : first
}

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
