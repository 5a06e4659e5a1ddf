import { expect, it } from 'vitest'
import { runSeed, seededRandom } from '../test/random.ts'
import { beltAccount, type ChainLink } from './belt-account.ts'

/** A belt's life in plain words: how many of its belts stay with its person unjudged, and what they were given. */
type Model = { kept: number; given: number }

it('however belts are lost, broken, returned, credited and refunded, no more is given than was paid less what was kept', () => {
  const seed = runSeed()
  const random = seededRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  for (let life = 0; life < 2_000; life++) {
    const paidCents = pick([0, 5_950, 6_950])
    const links: ChainLink[] = []
    const model: Model = { kept: 0, given: 0 }
    for (let step = 0; step < 6; step++) {
      const kind = pick(['damaged', 'lost', 'size', 'style', 'return'] as const)
      const isLostByCarrier = kind === 'lost' && random() < 0.5
      const isFirst = kind === 'damaged' && !links.some((before) => before.kind === 'damaged')
      const isShownBroken = isFirst && random() < 0.5
      const link = {
        ...{ kind, isLostByCarrier, isShownBroken },
        ...({ state: 'closed', judgedCents: null, givenCents: 0 } as const),
      }
      if (kind === 'return' || random() < 0.3) {
        // Money for it, at most what the account says is left.
        const { leftCents } = beltAccount(paidCents, links)
        links.push({
          ...link,
          remedy: pick(['refund', 'credit']),
          isBack: kind === 'return',
          givenCents: leftCents,
        })
        model.given += leftCents
      } else {
        const isBack = kind === 'size' || kind === 'style'
        links.push({ ...link, remedy: 'replacement', isBack })
        if (!isBack && !isLostByCarrier && !isShownBroken) model.kept += paidCents
      }
      const { keptCents, givenCents, leftCents } = beltAccount(paidCents, links)
      expect(givenCents, `SEED=${seed}`).toBe(model.given)
      expect(givenCents, `SEED=${seed}`).toBeLessThanOrEqual(paidCents)
      if (model.kept >= paidCents - model.given) expect(leftCents, `SEED=${seed}`).toBe(0)
      // Whoever kept nothing but a belt that is shown to be broken gets all of it back.
      if (model.kept === 0) expect(leftCents, `SEED=${seed}`).toBe(paidCents - model.given)
      expect(leftCents + keptCents + givenCents, `SEED=${seed}`).toBe(paidCents)
    }
  }
})

const kept: ChainLink = {
  ...{ kind: 'damaged', remedy: 'replacement', state: 'shipped', isBack: false, isLostByCarrier: false },
  ...{ isShownBroken: false, judgedCents: null, givenCents: 0 },
}

it('a kept belt counts its full price until staff judge it, and one that is broken, came back, or was never replaced, nothing', () => {
  const left = (link: Partial<ChainLink>) => beltAccount(6_950, [{ ...kept, ...link }]).leftCents
  expect(left({})).toBe(0)
  expect(left({ judgedCents: 2_000 })).toBe(4_950)
  expect(left({ judgedCents: 0 })).toBe(6_950)
  expect(left({ isShownBroken: true, judgedCents: 2_000 })).toBe(4_950)
  for (const none of [
    { isShownBroken: true },
    { isBack: true },
    { state: 'declined' },
    { state: 'cancelled' },
    { state: 'claimed' },
    { kind: 'size' },
    { kind: 'lost', isLostByCarrier: true },
    { remedy: 'repair' },
  ] as const)
    expect(left(none), JSON.stringify(none)).toBe(6_950)
})
