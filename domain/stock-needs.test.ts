import fc from 'fast-check'
import { expect, it } from 'vitest'
import { styles } from './belt.ts'
import { isLow, type ShelfPlace, type StockGoal, stockNeeds } from './stock-needs.ts'

const male = { gender: 'male', size: '34' } as const

it('members with several styles count where most is left, after single-style ones', () => {
  const shelf = [
    { ...male, style: 'dress', stock: 6, promised: 2 },
    { ...male, style: 'casual', stock: 3, promised: 0 },
  ] as const
  const needs = stockNeeds(shelf, [
    { ...male, styles: ['dress', 'casual'], boxes: 3 },
    { ...male, styles: ['dress'], boxes: 2 },
  ])
  expect(needs).toEqual([
    { ...male, style: 'dress', stock: 6, promised: 2, expected: 3, left: 1 },
    { ...male, style: 'casual', stock: 3, promised: 0, expected: 2, left: 1 },
  ])
  expect(needs.map((need) => isLow(need, 1))).toEqual([false, false])
  expect(needs.map((need) => isLow(need, 2))).toEqual([true, true])
})

it('a shortage is low at any threshold, unwanted belts at none', () => {
  const [missing] = stockNeeds([], [{ ...male, styles: ['stretch'], boxes: 2 }])
  expect([missing!.left, isLow(missing!, 0)]).toEqual([-2, true])
  const [idle] = stockNeeds([{ ...male, style: 'dress', stock: 0, promised: 0 }], [])
  expect(isLow(idle!, 9)).toBe(false)
})

it('every box counts once, and no style is short while a liked one has spares', () => {
  const place = fc.record<ShelfPlace>({
    gender: fc.constantFrom('male', 'female'),
    style: fc.constantFrom(...styles),
    size: fc.constantFrom('32', '34'),
    stock: fc.nat(6),
    promised: fc.nat(3),
  })
  const wish = fc.record<StockGoal>({
    gender: fc.constantFrom('male', 'female'),
    size: fc.constantFrom('32', '34'),
    styles: fc.subarray([...styles]),
    boxes: fc.nat(4),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 8 }), fc.array(wish, { maxLength: 6 }), (shelf, wishes) => {
      const needs = stockNeeds(shelf, wishes)
      const sum = (of: (each: (typeof needs)[number]) => number) =>
        needs.reduce((all, each) => all + of(each), 0)
      expect(sum((each) => each.expected)).toBe(wishes.reduce((all, { boxes }) => all + boxes, 0))
      for (const each of needs) expect(each.left).toBe(each.stock - each.promised - each.expected)
      const any = wishes.filter(({ styles: liked, boxes }) => liked.length === 0 && boxes > 0)
      for (const { gender, size } of any) {
        const places = needs.filter(
          (each) => each.gender === gender && each.size === size && each.expected > 0,
        )
        const left = needs
          .filter((each) => each.gender === gender && each.size === size)
          .map((each) => each.left)
        // The last to be counted took the fullest place: no other can be fuller by more than the one it took.
        expect(Math.max(...left)).toBeLessThanOrEqual(Math.max(...places.map((each) => each.left)) + 1)
      }
    }),
  )
})

it('the list is men first, then by style and size', () => {
  const place = (gender: 'male' | 'female', style: (typeof styles)[number], size: string) => ({
    ...{ gender, style, size, stock: 1, promised: 0 },
  })
  const shelf = [
    ...[place('female', 'dress', '26'), place('male', 'stretch', '32'), place('male', 'dress', '102')],
    ...[place('male', 'casual', '34'), place('male', 'dress', '44')],
  ]
  expect(stockNeeds(shelf, []).map(({ gender, style, size }) => `${gender} ${style} ${size}`)).toEqual([
    'male dress 44',
    'male dress 102',
    'male casual 34',
    'male stretch 32',
    'female dress 26',
  ])
})
