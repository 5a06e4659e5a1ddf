import { expect, it } from 'vitest'
import type { CurationBelt } from './curation.ts'
import { dropsFrom, type ExpectedMember, forecast } from './forecast.ts'

const drops = dropsFrom('2027-03', 2)
const member = (index: number, more: Partial<ExpectedMember> = {}): ExpectedMember => ({
  membershipId: `membership${index}`,
  personId: `person${index}`,
  gender: 'male',
  size: '36',
  hasAddress: true,
  styles: ['dress'],
  drops,
  ...more,
})
const belt = (id: string, pieces: number, drop = '2027-03'): CurationBelt => ({
  id,
  sku: id,
  gender: 'male',
  style: 'dress',
  drop,
  pieces: { '36': pieces },
})
const sentences = (members: ExpectedMember[], belts: CurationBelt[]) =>
  [...forecast(drops, members, new Map(), belts)].flatMap((each) =>
    each ? [each.lines.map((line) => line.sentence)] : [],
  )

it('names each drop’s shortage of belts, by count and kind', () => {
  const members = [...Array.from({ length: 14 }, (_, index) => member(index)), member(20, { size: null })]
  expect(sentences(members, [belt('ashbury', 30)])).toEqual([
    ['March: 1 person has no size chosen.'],
    ['April: 14 people of size 36 (men), dress, have no unseen belt.', 'April: 1 person has no size chosen.'],
  ])
})

it('uses each belt once across drops, and only from its own drop on', () => {
  const members = [member(1), member(2, { drops: ['2027-04'], styles: [] })]
  expect(sentences(members, [belt('ashbury', 1)])).toEqual([
    [],
    [
      'April: 1 person of size 36 (men), any style, has no belt left.',
      'April: 1 person of size 36 (men), dress, has no belt left.',
    ],
  ])
  expect(sentences(members, [belt('ashbury', 1, '2027-04'), belt('bridle', 2, '2027-04')])).toEqual([
    ['March: 1 person of size 36 (men), dress, has no belt left.'],
    [],
  ])
})

it('names whom to ask in one line whatever they like, and counts those past five', () => {
  const names = ['Ana', 'Ben', 'Cleo', 'Dov', 'Eve', 'Fay']
  const members = names.map((name, index) =>
    member(index, { name, size: null, styles: index % 2 ? ['dress'] : ['casual'], drops: drops.slice(0, 1) }),
  )
  expect(sentences(members, [])[0]).toEqual([
    'March: 6 people have no size chosen (Ana, Ben, Cleo, Dov, Eve, 1 more).',
  ])
  expect(sentences(members.slice(0, 1), [])[0]).toEqual(['March: 1 person has no size chosen (Ana).'])
})

it('allows a belt again after 36 months, and a disliked one never', () => {
  const filled = (drop: string | null) => {
    const sent = new Map([['person1', { lastSent: {}, taste: {}, excluded: [{ beltId: 'ashbury', drop }] }]])
    const shelf = [belt('ashbury', 3, '2023-01')]
    return [...forecast(drops, [member(1)], sent, shelf)].flatMap((each) => (each ? [each.filled] : []))
  }
  // In March and April of 2027; what comes in March does not come in April.
  expect([filled('2024-03'), filled('2024-04'), filled('2024-05'), filled(null)]).toEqual([
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 0],
  ])
})

it('treats a copied belt as the same, and names members without an address', () => {
  const twins = [belt('ashbury', 1), { ...belt('ashbury-again', 1), design: 'ashbury' }].map((each) => ({
    ...each,
    design: 'ashbury',
  }))
  expect(sentences([member(1)], twins)).toEqual([
    [],
    ['April: 1 person of size 36 (men), dress, has no unseen belt.'],
  ])
  const homeless = member(1, { hasAddress: false, name: 'Ana', drops: ['2027-03'] })
  expect(sentences([homeless], twins)[0]).toEqual(['March: 1 person has no complete address (Ana).'])
})

it('counts the belts made for a drop', () => {
  const shelf = [
    belt('ashbury', 1),
    belt('bridle', 1),
    belt('carver', 1, '2027-04'),
    belt('dover', 1, '2027-01'),
  ]
  const told = [...forecast(drops, [member(1)], new Map(), shelf)].flatMap((each) =>
    each ? [[each.drop, each.ownBelts, each.boxes]] : [],
  )
  expect(told).toEqual([
    ['2027-03', 2, 1],
    ['2027-04', 1, 1],
  ])
})
