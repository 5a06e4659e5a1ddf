const titleOrInitial = /^(mr|mrs|ms|mx|dr|prof|sir|.)\.?$/i

/** Typed text on one line: a line break could forge a line in a plain-text email. */
export function oneLine(typed: string | undefined): string {
  return (typed ?? '').trim().replaceAll(/\s+/g, ' ')
}

/** The name to greet someone by: "Maya"; the whole name if its first word is a title, an initial or a surname. */
export function callName(fullName: string | undefined): string {
  const name = oneLine(fullName)
  const first = name.split(' ')[0] ?? ''
  return titleOrInitial.test(first) || first.endsWith(',') ? name : first
}

/** The format of a slug: lower-case letters and digits, words joined by single hyphens. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const longestSlug = 60

const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', '&': ' and ' }

/** The slug of a name; "" if the name has no Latin letter or digit. */
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

/** A slug to suggest for a name, not in `taken`. */
export function suggestSlug(name: string, taken: readonly string[]): string {
  const slug = slugOf(name)
  if (slug === '' || !taken.includes(slug)) return slug
  for (let number = 2; ; number++) {
    const ending = `-${number}`
    const numbered = `${slug.slice(0, longestSlug - ending.length).replace(/-+$/, '')}${ending}`
    if (!taken.includes(numbered)) return numbered
  }
}
