import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestMatching } from '../../test/largest-matching.ts'
import { genders, styles } from '../belt.ts'
import { curate } from './curate.ts'
import type { Curation, CurationBelt, CurationBox, HoldReason } from './curation.ts'
import { styleCosts } from './demand.ts'

const drops = ['2026-11', '2026-12'] as const

type World = { boxes: CurationBox[]; belts: CurationBelt[] }

/** @param sizes of belts and boxes; one: nobody has boxes of several sizes */
function anyWorld(
  sizes: string[],
  most: { boxes: number; belts: number; pieces: number },
): fc.Arbitrary<World> {
  const anyBelt = fc.record({
    gender: fc.constantFrom(...genders),
    style: fc.constantFrom(...styles),
    drop: fc.constantFrom(...drops),
    pieces: fc.record(
      Object.fromEntries(sizes.map((size) => [size, fc.integer({ min: 0, max: most.pieces })])),
    ),
  })
  const anyDrop = fc.constantFrom('2026-08', '2026-09', '2026-10')
  const perStyle = <Value>(value: fc.Arbitrary<Value>) =>
    fc.record({ dress: value, casual: value, stretch: value }, { requiredKeys: [] })
  const anyBox = (beltIds: string[]) =>
    fc.record({
      personId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      gender: fc.constantFrom(...genders),
      size: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...sizes) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      hasAddress: fc.integer({ min: 0, max: 9 }).map((lot) => lot > 0),
      styles: fc.subarray([...styles]),
      lastSent: perStyle(anyDrop),
      taste: perStyle(fc.constantFrom('love' as const, 'fine' as const, 'not_for_me' as const)),
      excluded: fc.uniqueArray(fc.constantFrom(...beltIds), { maxLength: 2 }),
      belt: fc.constant(null),
    })
  return fc
    .array(anyBelt, { minLength: 1, maxLength: most.belts })
    .map((belts) => belts.map((belt, index) => ({ ...belt, id: `belt${index}`, sku: `sku${index}` })))
    .chain((belts) =>
      fc
        .array(anyBox(belts.map((belt) => belt.id)), { maxLength: most.boxes })
        .map((boxes) => ({ belts, boxes: boxes.map((box, index) => ({ ...box, id: `box${index}` })) })),
    )
}

function mayGet(box: CurationBox, belt: CurationBelt): boolean {
  return (
    box.hasAddress &&
    box.size !== null &&
    belt.gender === box.gender &&
    (box.styles.length === 0 || box.styles.includes(belt.style)) &&
    !box.excluded.includes(belt.id)
  )
}

/** What an assignment is worth, the more the better, from the first figure on. */
function worth({ boxes, belts }: World, given: Map<string, string>): number[] {
  const inventoryOf = (box: CurationBox) => belts.filter((belt) => belt.gender === box.gender)
  let [filled, cost, kept] = [0, 0, 0]
  for (const box of boxes) {
    const belt = belts.find((each) => each.id === given.get(box.id))
    if (!belt) continue
    const newest = inventoryOf(box).reduce((latest, each) => (each.drop > latest ? each.drop : latest), '')
    filled++
    cost += 2 * styleCosts(box).get(belt.style)! + (belt.drop === newest ? 0 : 1)
    if (box.belt === belt.id) kept++
  }
  return [filled, -cost, kept]
}

/** All assignments, one after another: the independent judge. */
function bestWorth(world: World): number[] {
  const { boxes, belts } = world
  const left = new Map(
    belts.flatMap((belt) => Object.entries(belt.pieces).map(([size, n]) => [belt.id + size, n])),
  )
  const given = new Map<string, string>()
  let best = worth(world, given)
  function giveFrom(index: number) {
    const box = boxes[index]
    if (!box) {
      const now = worth(world, given)
      const at = now.findIndex((figure, place) => figure !== best[place])
      if (at >= 0 && now[at]! > best[at]!) best = now
      return
    }
    giveFrom(index + 1)
    for (const belt of belts) {
      const place = belt.id + box.size
      const hasIt = boxes.some((each) => each.personId === box.personId && given.get(each.id) === belt.id)
      if (!mayGet(box, belt) || hasIt || !left.get(place)) continue
      given.set(box.id, belt.id)
      left.set(place, left.get(place)! - 1)
      giveFrom(index + 1)
      left.set(place, left.get(place)! + 1)
      given.delete(box.id)
    }
  }
  giveFrom(0)
  return best
}

function expectAllowed({ boxes, belts }: World, { belts: given, held }: Curation) {
  expect([...given.keys(), ...held.map((each) => each.boxId)].sort()).toEqual(
    boxes.map((box) => box.id).sort(),
  )
  const perPerson = new Set<string>()
  const used = new Map<string, number>()
  for (const [boxId, beltId] of given) {
    const box = boxes.find((each) => each.id === boxId)!
    const belt = belts.find((each) => each.id === beltId)!
    expect(mayGet(box, belt)).toBe(true)
    perPerson.add(`${box.personId} ${beltId}`)
    used.set(beltId + box.size, (used.get(beltId + box.size) ?? 0) + 1)
    expect(used.get(beltId + box.size)).toBeLessThanOrEqual(belt.pieces[box.size!]!)
  }
  expect(perPerson.size).toBe(given.size)
}

/** club-rules.md: "no size chosen, no address, no unseen belt in the size, out of stock". */
function reasonOf(box: CurationBox, belts: CurationBelt[]): HoldReason {
  if (box.size === null) return 'size'
  if (!box.hasAddress) return 'address'
  const inStock = belts.filter((belt) => belt.pieces[box.size!]! > 0)
  const isUnseen = inStock.some((belt) => mayGet(box, belt))
  return !isUnseen && inStock.some((belt) => mayGet({ ...box, excluded: [] }, belt)) ? 'unseen' : 'stock'
}

const small = { boxes: 6, belts: 4, pieces: 2 }
const keeping = (world: World, { belts }: Curation): World => ({
  ...world,
  boxes: world.boxes.map((box) => ({ ...box, belt: belts.get(box.id) ?? null })),
})

describe('the curation', () => {
  it('finds the best of all assignments', () => {
    fc.assert(
      fc.property(anyWorld(['34'], small), (world) => {
        const made = curate(world.boxes, world.belts)
        expectAllowed(world, made)
        expect(worth(world, made.belts)).toEqual(bestWorth(world))
        for (const { boxId, reason } of made.held) {
          expect(reason).toBe(reasonOf(world.boxes.find((box) => box.id === boxId)!, world.belts))
        }
      }),
      { numRuns: 400 },
    )
  })

  it('finds the best when some already have belts, with the fewest changes', () => {
    const twoWorlds = fc.tuple(anyWorld(['34'], small), fc.array(fc.nat(), { minLength: 6, maxLength: 6 }))
    fc.assert(
      fc.property(twoWorlds, ([{ boxes, belts }, lots]) => {
        const had = boxes.map((box, index) => ({
          ...box,
          belt: belts[lots[index]! % (belts.length + 1)]?.id ?? null,
        }))
        const world = { belts, boxes: had }
        const made = curate(world.boxes, world.belts)
        expectAllowed(world, made)
        expect(worth(world, made.belts)).toEqual(bestWorth(world))
      }),
      { numRuns: 200 },
    )
  })

  it('fills as many boxes as possible when people have several sizes', () => {
    fc.assert(
      fc.property(anyWorld(['34', '36'], small), (world) => {
        const made = curate(world.boxes, world.belts)
        expectAllowed(world, made)
        expect(made.belts.size).toBe(bestWorth(world)[0])
      }),
      { numRuns: 400 },
    )
  })

  it('fills as many boxes as the largest possible matching', () => {
    const alone = anyWorld(['34', '36'], { boxes: 60, belts: 8, pieces: 5 }).map(({ boxes, belts }) => ({
      belts,
      boxes: boxes.map((box) => ({ ...box, personId: box.id })),
    }))
    fc.assert(
      fc.property(alone, ({ boxes, belts }) => {
        const places = belts.flatMap((belt) =>
          Object.entries(belt.pieces).map(([size, n]) => ({ belt, size, n })),
        )
        const choices = boxes.map((box) =>
          places.flatMap(({ belt, size }, at) => (size === box.size && mayGet(box, belt) ? [at] : [])),
        )
        const bound = largestMatching(
          choices,
          places.map((place) => place.n),
        )
        expect(curate(boxes, belts).belts.size).toBe(bound)
      }),
      { numRuns: 100 },
    )
  })

  it('doesn’t depend on the order of boxes and belts', () => {
    const shuffled = anyWorld(['34', '36'], { boxes: 40, belts: 8, pieces: 4 }).chain((world) =>
      fc.record({
        world: fc.constant(world),
        boxes: fc.shuffledSubarray(world.boxes, { minLength: world.boxes.length }),
        belts: fc.shuffledSubarray(world.belts, { minLength: world.belts.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ world, boxes, belts }) => {
        const sorted = ({ belts: given }: Curation) => [...given].sort()
        expect(sorted(curate(boxes, belts))).toEqual(sorted(curate(world.boxes, world.belts)))
      }),
      { numRuns: 100 },
    )
  })

  it('gives the last belt to someone whose belt is gone before someone new', () => {
    const box = (id: string, belt: string | null): CurationBox => ({
      ...{ id, personId: id, belt, gender: 'male', size: '34', hasAddress: true },
      ...{ styles: [], lastSent: {}, taste: {}, excluded: [] },
    })
    const shelf = (id: string, pieces: number): CurationBelt => ({
      ...{ id, sku: id, gender: 'male', style: 'dress', drop: '2026-12', pieces: { '34': pieces } },
    })
    const never = ['a', 'b', 'd'].map((id) => box(id, null))
    const { belts, held } = curate([...never, box('c', 'gone')], [shelf('gone', 0), shelf('left', 1)])
    expect([...belts]).toEqual([['c', 'left']])
    expect(held.map(({ boxId }) => boxId).sort()).toEqual(['a', 'b', 'd'])
  })

  it('leaves everyone the belt they have, also beside someone with boxes of two sizes', () => {
    const shelf = ['x', 'y', 'z'].map(
      (id): CurationBelt => ({
        ...{ id, sku: id, gender: 'male', style: 'dress', drop: '2026-12', pieces: { '34': 5, '36': 5 } },
      }),
    )
    const box = (personId: string, size: string, belt: string | null): CurationBox => ({
      ...{ id: `${personId} ${size}`, personId, belt, gender: 'male', size, hasAddress: true },
      ...{ styles: [], lastSent: {}, taste: {}, excluded: [] },
    })
    const kept = shelf.map(({ id }) => {
      const boxes = [box('leo', '34', id), box('maya', '34', null), box('maya', '36', null)]
      return curate(boxes, shelf).belts.get('leo 34')
    })
    expect(kept).toEqual(['x', 'y', 'z'])
  })

  it('stays the same when nothing has changed', () => {
    fc.assert(
      fc.property(anyWorld(['34', '36'], { boxes: 40, belts: 8, pieces: 4 }), (world) => {
        const made = curate(world.boxes, world.belts)
        const again = curate(keeping(world, made).boxes, world.belts)
        expect([...again.belts].sort()).toEqual([...made.belts].sort())
      }),
      { numRuns: 300 },
    )
  })
})

describe('a style’s cost for a member', () => {
  const sent = { dress: '2026-10', casual: '2026-09' }
  const costs = (changes: Partial<Parameters<typeof styleCosts>[0]>) =>
    Object.fromEntries(styleCosts({ styles: [], lastSent: sent, taste: {}, ...changes }))

  it('grows by how recently it was sent', () => {
    expect(costs({})).toEqual({ stretch: 0, casual: 1, dress: 2 })
    expect(costs({ styles: ['dress', 'casual'] })).toEqual({ casual: 0, dress: 1 })
    expect(costs({ lastSent: {} })).toEqual({ dress: 0, casual: 0, stretch: 0 })
  })

  it('drops by one when loved, and is highest when disliked', () => {
    expect(costs({ taste: { dress: 'love', stretch: 'love' } })).toEqual({ stretch: 0, casual: 1, dress: 1 })
    expect(costs({ taste: { dress: 'not_for_me' } })).toEqual({ stretch: 0, casual: 1, dress: 5 })
    expect(costs({ taste: { stretch: 'not_for_me', dress: 'fine' } })).toEqual({
      casual: 1,
      dress: 2,
      stretch: 3,
    })
  })
})
