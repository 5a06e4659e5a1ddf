import type { Curation, CurationBox } from './curation.ts'

/**
 * People with boxes of several sizes in one drop who were given one belt in two sizes: the boxes that must get another.
 * Who had it keeps it, else the first.
 */
export function sharedBelts(
  components: Iterable<{ boxes: CurationBox[] }>,
  curation: Curation,
): { box: CurationBox; beltId: string }[] {
  const sizes = new Map<string, string | null>()
  const all = [...components]
  for (const { boxes } of all) {
    for (const { personId, size } of boxes) {
      const known = sizes.get(personId)
      sizes.set(personId, known === undefined || known === size ? size : null)
    }
  }
  const holders = new Map<string, CurationBox>()
  const shared: { box: CurationBox; beltId: string }[] = []
  const several = all.flatMap(({ boxes }) => boxes.filter(({ personId }) => sizes.get(personId) === null))
  for (const box of several.sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const beltId = curation.belts.get(box.id)
    if (beltId === undefined) continue
    const key = `${box.personId} ${beltId}`
    const holder = holders.get(key)
    if (!holder) holders.set(key, box)
    else if (box.belt === beltId) {
      holders.set(key, box)
      shared.push({ box: holder, beltId })
    } else shared.push({ box, beltId })
  }
  return shared
}
