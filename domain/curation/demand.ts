import { type Style, styles } from '../belt.ts'
import type { CurationBelt, CurationBox } from './curation.ts'

/** What is added for a style the member didn't like: more than any turn, so that it comes last. */
const notForMe = 3

/**
 * What a belt of each style costs for a box; the cheapest is best. Styles take turns, starting with the one sent longest
 * ago (club-rules.md "Curate"). A loved style comes one turn earlier, a disliked one last. Styles the member didn't
 * choose are absent: they are never sent.
 */
export function styleCosts(box: Pick<CurationBox, 'styles' | 'lastSent' | 'taste'>): Map<Style, number> {
  const liked = styles.filter((style) => box.styles.length === 0 || box.styles.includes(style))
  const sent = (style: Style) => box.lastSent[style] ?? ''
  const turns = [...new Set(liked.map(sent))].sort()
  return new Map(
    liked.map((style) => {
      const turn = turns.indexOf(sent(style))
      if (box.taste[style] === 'not_for_me') return [style, turn + notForMe]
      return [style, box.taste[style] === 'love' ? Math.max(0, turn - 1) : turn]
    }),
  )
}

/** A belt in one size and its number of units, at least one. */
export type Place = { belt: CurationBelt; pieces: number }

/** Interchangeable boxes: the same belts at the same costs. A person with several boxes here has a demand for each. */
export type Demand = {
  boxes: CurationBox[]
  /** indexes into the places, and what each costs */
  places: number[]
  costs: number[]
  /** set if the person has several boxes here, no two of which may get the same belt */
  personId: string | null
}

/** Within a style, the drop's own belts come before leftovers from earlier drops. */
const leftover = 1
const aStyle = 2

/**
 * Groups boxes of one gender and size (club-rules.md "Curate").
 * @param boxes in a fixed order (by id), so that the result doesn't depend on how they were passed
 * @param forbidden box id → belts it can't get, besides those it excludes itself
 */
export function groupDemands(
  boxes: CurationBox[],
  places: Place[],
  forbidden: Map<string, ReadonlySet<string>>,
): Demand[] {
  const newest = places.reduce((latest, { belt }) => (belt.drop > latest ? belt.drop : latest), '')
  const placeOf = new Map(places.map(({ belt }, index) => [belt.id, index]))
  const perPerson = new Map<string, number>()
  for (const { personId } of boxes) perPerson.set(personId, (perPerson.get(personId) ?? 0) + 1)
  const groups = new Map<string, Demand>()
  for (const box of boxes) {
    const styleCost = styleCosts(box)
    const excluded = new Set<number>()
    for (const beltId of [...box.excluded, ...(forbidden.get(box.id) ?? [])]) {
      const place = placeOf.get(beltId)
      if (place !== undefined) excluded.add(place)
    }
    const isAlone = perPerson.get(box.personId) === 1
    const key = [
      [...styleCost].join(' '),
      [...excluded].sort((one, other) => one - other).join(' '),
      isAlone ? '' : box.id,
    ].join('|')
    const known = groups.get(key)
    if (known) {
      known.boxes.push(box)
      continue
    }
    const demand: Demand = { boxes: [box], places: [], costs: [], personId: isAlone ? null : box.personId }
    places.forEach(({ belt }, place) => {
      const cost = styleCost.get(belt.style)
      if (cost === undefined || excluded.has(place)) return
      demand.places.push(place)
      demand.costs.push(cost * aStyle + (belt.drop === newest ? 0 : leftover))
    })
    groups.set(key, demand)
  }
  return [...groups.values()]
}
