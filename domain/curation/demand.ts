import { type Style, styles } from '../belt.ts'
import type { CurationBelt, CurationBox } from './curation.ts'

/** What a style costs that was not for its member: more than any turn, so that it comes after every other. */
const notForMe = 3

/**
 * What a belt of each style costs for a box; the cheapest is wanted. Styles take turns, the one sent longest ago first
 * (club-rules.md "Curate"); a loved one comes a turn earlier, one that was not for the member last. Styles that the member
 * did not choose are absent: they are never sent.
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

/** A belt of one size, and how many units there are, at least one: one shelf place of a component. */
export type Place = { belt: CurationBelt; pieces: number }

/** Boxes that nobody could tell apart: the same belts at the same costs. Those of one person are never together. */
export type Demand = {
  boxes: CurationBox[]
  /** which places, by number, and what each costs */
  places: number[]
  costs: number[]
  /** set where the person has several boxes here, of which no two may get the same belt */
  personId: string | null
}

/** A box of the drop's own belts before what is left of former drops, where the style is the same. */
const leftover = 1
const aStyle = 2

/**
 * Groups boxes of one gender and size (club-rules.md "Curate").
 * @param boxes in an order of their own (by id): what comes out does not depend on how they were handed over
 * @param forbidden box id → belts that it may not get beside those which it excludes
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
