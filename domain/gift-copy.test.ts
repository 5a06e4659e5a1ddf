import { describe, expect, it } from 'vitest'
import {
  beltsSentence,
  closingOf,
  type GiftCopy,
  giftIntro,
  giftTitle,
  nextBeltSentence,
  openAnswers,
  signatureOf,
  unchosenSentence,
} from './gift-copy.ts'

const gift: GiftCopy = {
  recipientName: 'Thomas Ellison',
  senderName: 'Maya Ellison',
  belts: 6,
  firstDrop: '2026-12',
  shipBy: '2026-12-05',
  picksStyle: false,
  choosesSize: false,
  chooseBy: '2026-11-30',
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('the gift text for its recipient', () => {
  it('counts the gifted belts', () => {
    expect(giftTitle(gift)).toBe('Thomas, Maya is sending you belts.')
    expect(giftTitle({ ...gift, belts: 1 })).toBe('Thomas, Maya is sending you a belt.')
    const counted = [1, 2, 6, 12, 18, null].map((belts) => beltsSentence({ belts }))
    expect(counted).toEqual([
      'One belt, chosen for you.',
      'Two of them, one each month, never the same one twice.',
      'Six of them, one each month, never the same one twice.',
      'Twelve of them, one each month, never the same one twice.',
      '18 of them, one each month, never the same one twice.',
      'One each month, never the same one twice.',
    ])
  })

  it.each<[Partial<GiftCopy>, string]>([
    [{}, 'The first is in the December drop and ships by December 5.'],
    [{ belts: 1 }, 'It is in the December drop and ships by December 5.'],
    [{ isUnderway: 'next' }, 'The next is in the December drop and ships by December 5.'],
    [{ isUnderway: 'over' }, 'The last left us in the December drop.'],
  ])('says which belt comes when: %j', (change, sentence) => {
    expect(plain(giftIntro('Belt Club', { ...gift, ...change }))).toBe(
      `Belt Club sends one leather belt a month, picked for your size and the way you dress. ${sentence}`,
    )
  })

  it.each<[Partial<GiftCopy>, string]>([
    [{}, 'You don’t need to do a thing.'],
    [{ picksStyle: true }, 'Choose by November 30, or let us surprise you.'],
    [{ choosesSize: true }, 'Choose by November 30. We can’t send your first belt without a size.'],
    [
      { choosesSize: true, isUnderway: 'next' },
      'Choose by November 30. We can’t send your next belt without a size.',
    ],
    [{ choosesSize: true, chooseBy: null }, 'We’re holding your belt until we know your size.'],
    [{ picksStyle: true, chooseBy: null }, ''],
  ])('says what to do: %j', (change, sentence) => {
    expect(plain(closingOf({ ...gift, ...change }))).toBe(sentence)
  })

  it('asks for nothing when nothing is left to choose', () => {
    expect(unchosenSentence(gift)).toBe('')
  })

  it('is signed on one line', () => {
    expect(signatureOf({ senderName: ' Maya\n Ellison ' })).toBe('Maya Ellison')
    expect(signatureOf({ senderName: '  ' })).toBe('Someone who likes you')
  })
})

describe('the gift page', () => {
  const box = (drop: string, state: 'coming' | 'waiting' | 'sent') => ({
    ...{ drop, shipBy: `${drop}-05`, state },
    isOpen: state === 'waiting',
  })
  it.each([
    [['coming', 'coming'], 'The first is in the December drop and ships by December 5.'],
    [['sent', 'coming'], 'The next is in the January drop and ships by January 5.'],
    [['sent', 'waiting'], 'The next ships once you’ve chosen.'],
    [['waiting', 'coming'], 'The first ships once you’ve chosen.'],
    [['coming'], 'It is in the December drop and ships by December 5.'],
    [['sent', 'sent'], ''],
  ] as const)('with belts that are %j says: %s', (states, sentence) => {
    const boxes = states.map((state, index) => box(['2026-12', '2027-01'][index]!, state))
    expect(plain(nextBeltSentence({ boxes }))).toBe(sentence)
  })

  it('with a late belt that waits for no choice says that it ships once it’s packed', () => {
    const boxes = [{ ...box('2026-12', 'waiting'), isOpen: false }]
    expect(nextBeltSentence({ boxes })).toBe('It ships as soon as it’s packed.')
  })

  it('asks only for open choices, and to confirm a size in inches', () => {
    const chosen = { styles: ['dress'], size: '36', isConfirmed: true }
    expect(openAnswers('male', chosen)).toEqual({})
    expect(openAnswers('male', { styles: [], size: '', isConfirmed: false })).toEqual({
      styles: 'Choose at least one style.',
      size: 'Choose your size, or tell us you’re not sure.',
    })
    expect(openAnswers('male', { ...chosen, isConfirmed: false })).toEqual({
      confirm: 'Please check the box, so we send the size that fits.',
    })
    expect(openAnswers('male', { ...chosen, size: 'Unsure', isConfirmed: false })).toEqual({})
  })
})
