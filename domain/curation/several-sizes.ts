import { type Component, type Forbidden, type Settled, settleComponent } from './component.ts'
import type { CurationBox } from './curation.ts'

type State = { settled: Map<Component, Settled>; forbidden: Forbidden[] }

/**
 * The most boxes to revisit when looking for alternatives, when the first solution fills fewer boxes than the stock would
 * allow for each size alone.
 */
const maxEffort = 300_000
/** The most alternatives to try. */
const maxTries = 60

/**
 * The boxes of people who have boxes in several sizes of one gender: a flow over one size can't know that two of them
 * must not get the same belt. In steps, like curateInSteps.
 */
export function* boxesInSeveralSizes(
  components: Component[],
): Generator<number, Map<CurationBox, Component>> {
  const sizes = new Map<string, Set<Component>>()
  const key = ({ personId, gender }: CurationBox) => `${gender} ${personId}`
  for (const component of components) {
    for (const box of component.boxes) {
      const known = sizes.get(key(box))
      if (known) known.add(component)
      else sizes.set(key(box), new Set([component]))
    }
    yield 0
  }
  const found: [CurationBox, Component][] = []
  for (const component of components) {
    for (const box of component.boxes) if (sizes.get(key(box))!.size > 1) found.push([box, component])
    yield 0
  }
  return new Map(found.sort(([one], [other]) => (one.id < other.id ? -1 : 1)))
}

/**
 * Settles the components of such people. First each alone. If that gives a person the same belt in two sizes, one of the
 * two boxes is forbidden to have it, and its component is settled again. If the result fills fewer boxes than the
 * components alone would (an upper bound), other choices are tried. Only at the end does it consider the belts that boxes
 * already have, so that the choice depends on nothing but the drop. In steps, like curateInSteps.
 */
export function* settleSeveral(
  several: Map<CurationBox, Component>,
): Generator<undefined, Map<Component, Settled>> {
  const components = [...new Set(several.values())]
  const alone = yield* settleAll(components, [], false)
  const bound = filled(alone.settled)
  let best = yield* resolve(alone, several, false)
  let tries = 0
  let effort = 0
  /** states whose alternatives haven't been tried, each with the index of the first one left */
  const open: [State, number][] = [[best, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [state, at] = next
    if (at >= state.forbidden.length) continue
    if (filled(best.settled) === bound || tries >= maxTries || effort >= maxEffort) break
    const { box, other, beltId } = state.forbidden[at]!
    const forbidden = [...state.forbidden.slice(0, at), { box: other, other: box, beltId }]
    const tried = yield* resolve(yield* settleAll(components, forbidden, false, alone, state), several, false)
    tries++
    effort += several.get(box)!.boxes.length + several.get(other)!.boxes.length
    if (filled(tried.settled) > filled(best.settled)) best = tried
    open.push([state, at + 1], [tried, at + 1])
  }
  if (components.every((component) => component.boxes.every((box) => box.belt === null))) return best.settled
  const kept = yield* resolve(yield* settleAll(components, best.forbidden, true), several, true)
  return filled(kept.settled) < filled(best.settled) ? best.settled : kept.settled
}

/** @param like states whose components may have been settled under the same conditions */
function* settleAll(
  components: Component[],
  forbidden: Forbidden[],
  keepsBelts: boolean,
  ...like: State[]
): Generator<undefined, State> {
  const settled = new Map<Component, Settled>()
  for (const component of components) {
    const own = ownOf(component, forbidden)
    const same = like.find((state) => ownOf(component, state.forbidden) === own)
    settled.set(component, same?.settled.get(component) ?? settleComponent(component, forbidden, keepsBelts))
    if (!same) yield
  }
  return { settled, forbidden }
}

function ownOf({ gender, size }: Component, forbidden: Forbidden[]): string {
  return forbidden
    .filter(({ box }) => box.gender === gender && box.size === size)
    .map(({ box, beltId }) => `${box.id} ${beltId}`)
    .sort()
    .join()
}

function filled(settled: Map<Component, Settled>): number {
  return [...settled.values()].reduce((sum, { belts }) => sum + belts.size, 0)
}

/** Forbids belts until no one has the same one twice. */
function* resolve(
  state: State,
  several: Map<CurationBox, Component>,
  keepsBelts: boolean,
): Generator<undefined, State> {
  const settled = new Map(state.settled)
  const forbidden = [...state.forbidden]
  for (;;) {
    const found = givenTwice(several, settled)
    if (found.length === 0) return { settled, forbidden }
    forbidden.push(...found)
    for (const component of new Set(found.map(({ box }) => several.get(box)!))) {
      settled.set(component, settleComponent(component, forbidden, keepsBelts))
      yield
    }
  }
}

function givenTwice(several: Map<CurationBox, Component>, settled: Map<Component, Settled>): Forbidden[] {
  const spare = new Map(
    [...settled].map(([component, { belts }]) => [component, spareBelts(component, belts)]),
  )
  const beltOf = (box: CurationBox) => settled.get(several.get(box)!)!.belts.get(box.id)
  /** easier to give another belt: some belt still has a free unit */
  const isEasier = (box: CurationBox) =>
    several
      .get(box)!
      .places.some(
        ({ belt }) =>
          spare.get(several.get(box)!)!.has(belt.id) &&
          !box.excluded.includes(belt.id) &&
          (box.styles.length === 0 || box.styles.includes(belt.style)),
      )
  const holders = new Map<string, CurationBox>()
  const found: Forbidden[] = []
  for (const box of several.keys()) {
    const beltId = beltOf(box)
    if (beltId === undefined) continue
    const key = `${box.personId} ${beltId}`
    const holder = holders.get(key)
    if (!holder) holders.set(key, box)
    else if (isEasier(holder) && !isEasier(box)) {
      holders.set(key, box)
      found.push({ box: holder, beltId, other: box })
    } else found.push({ box, beltId, other: holder })
  }
  return found
}

function spareBelts({ places }: Component, belts: Map<string, string>): Set<string> {
  const used = new Map<string, number>()
  for (const beltId of belts.values()) used.set(beltId, (used.get(beltId) ?? 0) + 1)
  return new Set(
    places.filter(({ belt, pieces }) => pieces > (used.get(belt.id) ?? 0)).map(({ belt }) => belt.id),
  )
}
