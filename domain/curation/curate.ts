import type { Curation, CurationBelt, CurationBox } from './curation.ts'
import { groupDemands, type Place } from './demand.ts'
import { handOut } from './hand-out.ts'
import { settle } from './settle.ts'
import { sharedBelts } from './shared-belts.ts'

/** Boxes and belts of one gender and size: what is decided there touches nobody else. */
type Component = { boxes: CurationBox[]; places: Place[] }

/**
 * Decides who gets which belt (club.md "Curate"; docs/decisions/021-curation.md): the most boxes that the stock allows,
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
  const components = componentsOf(boxes, belts, curation)
  /** box id → belts that another box of the same person got, in another size */
  const forbidden = new Map<string, Set<string>>()
  let unsettled = [...components.values()]
  while (unsettled.length > 0) {
    for (const component of unsettled) {
      for (const box of component.boxes) curation.belts.delete(box.id)
      const demands = groupDemands(component.boxes, component.places, forbidden)
      const counts = settle(demands, component.places)
      demands.forEach((demand, index) => {
        handOut(demand, counts[index]!, component.places, curation)
      })
      yield curation.belts.size + curation.held.length
    }
    unsettled = []
    for (const { box, beltId } of sharedBelts(components.values(), curation)) {
      forbidden.set(box.id, new Set(forbidden.get(box.id)).add(beltId))
      const component = components.get(componentKey(box.gender, box.size!))!
      if (!unsettled.includes(component)) unsettled.push(component)
    }
    const again = new Set(unsettled.flatMap((component) => component.boxes.map((box) => box.id)))
    if (again.size > 0) curation.held = curation.held.filter(({ boxId }) => !again.has(boxId))
  }
  return curation
}

const componentKey = (gender: string, size: string) => `${gender} ${size}`

// Sorted, so that the order in which the database answered decides nothing.
function componentsOf(boxes: CurationBox[], belts: CurationBelt[], curation: Curation) {
  const shelf = [...belts].sort((one, other) => (one.sku < other.sku ? -1 : 1))
  const components = new Map<string, Component>()
  for (const box of [...boxes].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    if (box.size === null) curation.held.push({ boxId: box.id, reason: 'size' })
    else if (!box.hasAddress) curation.held.push({ boxId: box.id, reason: 'address' })
    else {
      const { gender, size } = box
      const key = componentKey(gender, size)
      const known = components.get(key)
      if (known) known.boxes.push(box)
      else {
        const places = shelf
          .filter((belt) => belt.gender === gender && size in belt.pieces)
          .map((belt) => ({ belt, pieces: Math.max(0, belt.pieces[size]!) }))
        components.set(key, { boxes: [box], places })
      }
    }
  }
  return components
}
