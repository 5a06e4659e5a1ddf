import { type Component, type Settled, settleComponent } from './component.ts'
import type { Curation, CurationBelt, CurationBox } from './curation.ts'
import { boxesInSeveralSizes, settleSeveral } from './several-sizes.ts'

/** Boxes per step, which takes a few milliseconds. */
export const boxesOfStep = 5_000

/**
 * Decides who gets which belt (club-rules.md "Curate"; docs/decisions/021-curation-as-a-minimum-cost-flow.md): fills as
 * many boxes as the stock allows, then picks the assignment closest to what members like, then the one with the fewest
 * changes. The result doesn't depend on the order of the input.
 */
export function curate(boxes: CurationBox[], belts: CurationBelt[]): Curation {
  const steps = curateInSteps(boxes, belts)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Like curate, in steps, so that the caller can do other work in between. Each step yields how many boxes are decided. */
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

// Sorted, so that the order of the database's rows doesn't affect the result.
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
