/**
 * The city that a five-digit ZIP code belongs to, from files of the build (scripts/write-zips.ts); null where nobody knows or
 * the line is down: it's an offer, and the field stays empty.
 */
export async function cityOfZip(zipCode: string): Promise<string | null> {
  const [digits] = /^\d{5}/.exec(zipCode.trim()) ?? []
  if (!digits) return null
  try {
    const answer = await fetch(`/zips/${digits.slice(0, 2)}.json`)
    const cities: Record<string, string> = answer.ok ? await answer.json() : {}
    return cities[digits] ?? null
  } catch {
    return null
  }
}
