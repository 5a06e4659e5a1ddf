import { type Component, type Settled, settleComponent } from './component.ts'
import type { Curation, CurationBelt, CurationBox } from './curation.ts'
import { boxesInSeveralSizes, settleSeveral } from './several-sizes.ts'

/** Boxes that are looked at in one step: some milliseconds. */
export const boxesOfStep = 5_000

/**
 * Decides who gets which belt (club-rules.md "Curate"; docs/decisions/021-curation-as-a-minimum-cost-flow.md): the most boxes that the stock allows,
 * of these the assignment nearest to what members like, of these the one that changes least. The same for any order of
 * the input.
 */
export function curate(boxes: CurationBox[], belts: CurationBelt[]): Curation {
  const steps = curateInSteps(boxes, belts)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** As curate, in steps between which the caller may do something else; each says how many boxes are decided. */
export function* curateInSteps(boxes: CurationBox[], belts: CurationBelt[]): Generator<number, Curation> {
  const curation: Curation = { belts: new Map(), held: [] }
  const components = yield* componentsOf(boxes, belts, curation)
  const several = yield* boxesInSeveralSizes(components)
  const together = new Set(several.values())
  for (const component of components) {
    if (together.has(component)) continue
    add(settleComponent(component, [], true))
    yield curation.belts.size + curation.held.length
  }
  const steps = settleSeveral(several)
  for (;;) {
    const step = steps.next()
    if (step.done) {
      for (const settled of step.value.values()) {
        add(settled)
        yield curation.belts.size + curation.held.length
      }
      return curation
    }
    yield curation.belts.size + curation.held.length
  }

  function add({ belts: given, held }: Settled) {
    for (const [boxId, beltId] of given) curation.belts.set(boxId, beltId)
    for (const each of held) curation.held.push(each)
  }
}

// Sorted, so that the order in which the database answered decides nothing.
function* componentsOf(
  boxes: CurationBox[],
  belts: CurationBelt[],
  curation: Curation,
): Generator<number, Component[]> {
  const shelf = [...belts].sort((one, other) => (one.sku < other.sku ? -1 : 1))
  const components = new Map<string, Component>()
  const sorted = [...boxes].sort((one, other) => (one.id < other.id ? -1 : 1))
  for (const [index, box] of sorted.entries()) {
    if (index % boxesOfStep === 0) yield 0
    const { gender, size } = box
    if (size === null) curation.held.push({ boxId: box.id, reason: 'size' })
    else if (!box.hasAddress) curation.held.push({ boxId: box.id, reason: 'address' })
    else {
      const key = `${gender} ${size}`
      const known = components.get(key)
      if (known) known.boxes.push(box)
      else {
        const places = shelf
          .filter((belt) => belt.gender === gender && (belt.pieces[size] ?? 0) > 0)
          .map((belt) => ({ belt, pieces: belt.pieces[size]! }))
        components.set(key, { gender, size, boxes: [box], places })
      }
    }
  }
  return [...components.values()]
}
