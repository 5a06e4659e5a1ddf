import type { Gender, Style } from '../belt.ts'
import { addDrops, type Drop } from '../drop.ts'
import { curate } from './curate.ts'
import type { CurationBelt, CurationBox } from './curation.ts'

/** The wishes of someone who isn't a member yet. */
export type FirstBeltsRequest = {
  gender: Gender
  /** null: not known yet, so any size in stock counts */
  size: string | null
  /** empty: any style */
  styles: Style[]
}

/**
 * The belts that the next `months` drops would bring a new member if the stock stayed as it is. Runs the real curation
 * month by month, each with what came before. Fewer if the stock runs out for them.
 * @param from the first drop
 * @returns ids of belts, in the order of the drops
 */
export function firstBelts(
  shelf: CurationBelt[],
  wish: FirstBeltsRequest,
  from: Drop,
  months: number,
): string[] {
  const size = wish.size ?? 'any'
  const belts = wish.size === null ? shelf.map((belt) => inOneSize(belt, size)) : shelf
  const box: CurationBox = {
    id: 'first',
    personId: 'first',
    gender: wish.gender,
    size,
    hasAddress: true,
    styles: wish.styles,
    lastSent: {},
    taste: {},
    excluded: [],
    belt: null,
  }
  const ids: string[] = []
  for (let month = 0; month < months; month++) {
    const chosen = belts.find(({ id }) => id === curate([box], belts).belts.get(box.id))
    if (!chosen) break
    ids.push(chosen.id)
    box.lastSent[chosen.style] = addDrops(from, month)
    // Copies in other drops are the same belt.
    const design = chosen.design ?? chosen.id
    box.excluded.push(...belts.filter((belt) => (belt.design ?? belt.id) === design).map(({ id }) => id))
  }
  return ids
}

function inOneSize(belt: CurationBelt, size: string): CurationBelt {
  const pieces = Object.values(belt.pieces).reduce((sum, each) => sum + each, 0)
  return { ...belt, pieces: { [size]: pieces } }
}
