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

it('says of each drop how many people have no belt, and which', () => {
  const members = [...Array.from({ length: 14 }, (_, index) => member(index)), member(20, { size: null })]
  expect(sentences(members, [belt('ashbury', 30)])).toEqual([
    ['March: 1 person has no size chosen.'],
    ['April: 14 people of size 36 (men), dress, have no unseen belt.', 'April: 1 person has no size chosen.'],
  ])
})

it('what one drop sends is gone for the next, and a belt counts from its own drop on', () => {
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

it('names whom to ask in one line, whatever they like, and the rest past five is counted', () => {
  const names = ['Ana', 'Ben', 'Cleo', 'Dov', 'Eve', 'Fay']
  const members = names.map((name, index) =>
    member(index, { name, size: null, styles: index % 2 ? ['dress'] : ['casual'], drops: drops.slice(0, 1) }),
  )
  expect(sentences(members, [])[0]).toEqual([
    'March: 6 people have no size chosen (Ana, Ben, Cleo, Dov, Eve, 1 more).',
  ])
  expect(sentences(members.slice(0, 1), [])[0]).toEqual(['March: 1 person has no size chosen (Ana).'])
})
