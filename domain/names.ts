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
