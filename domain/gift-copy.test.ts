import { describe, expect, it } from 'vitest'
import {
  beltsSentence,
  beltsWhenSentence,
  closingOf,
  type GiftBelt,
  type GiftCopy,
  giftIntro,
  giftTitle,
  openAnswers,
  signatureOf,
  unchosenSentence,
} from './gift-copy.ts'

const belt = (drop: string, changes: Partial<GiftBelt> = {}): GiftBelt => ({
  ...{ drop, shipBy: `${drop}-05`, waitsForSize: false, state: 'coming', isOpen: true },
  ...changes,
})
const [december, january] = [belt('2026-12'), belt('2027-01')]
const sent = { state: 'sent', isOpen: false } as const
const gift: GiftCopy = {
  recipientName: 'Thomas Ellison',
  senderName: 'Maya Ellison',
  belts: 6,
  boxes: [december, january],
  picksStyle: false,
  choosesSize: false,
  choose: { by: '2026-11-30', drop: '2026-12' },
  today: '2026-11-21',
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
      'Eighteen of them, one each month, never the same one twice.',
      'One each month, never the same one twice.',
    ])
  })

  it.each<[string, Partial<GiftCopy>, string]>([
    ['all ahead', {}, 'The first is in the December drop and ships by December 5.'],
    ['one belt', { belts: 1, boxes: [december] }, 'It is in the December drop and ships by December 5.'],
    [
      'a size to pick',
      { boxes: [belt('2026-12', { waitsForSize: true }), january] },
      'The first is in the December drop and ships once you pick a size.',
    ],
    [
      'the first past its cut-off: it comes all the same',
      { boxes: [belt('2026-12', { isOpen: false }), january], today: '2026-12-03' },
      'The first is in the December drop and ships by December 5.',
    ],
    [
      'the first sent',
      { boxes: [belt('2026-12', sent), january] },
      'The first left us in the December drop. The next is in the January drop and ships by January 5.',
    ],
    [
      'the first late',
      { boxes: [belt('2026-12', { state: 'late', isOpen: false }), january] },
      'The first is in the December drop and ships as soon as it’s packed.',
    ],
    [
      'all sent',
      { boxes: [belt('2026-12', sent), belt('2027-01', sent)] },
      'The last left us in the January drop.',
    ],
    ['the only one sent', { belts: 1, boxes: [belt('2026-12', sent)] }, 'It left us in the December drop.'],
  ])('says which belt comes when: %s', (_, change, sentence) => {
    expect(plain(giftIntro('Belt Club', { ...gift, ...change }))).toBe(
      `Belt Club sends one leather belt a month, picked for your size and the way you dress. ${sentence}`,
    )
    expect(plain(beltsWhenSentence({ ...gift, ...change }))).toBe(sentence)
  })

  const later = { choose: { by: '2026-12-31', drop: '2027-01' } }
  it.each<[Partial<GiftCopy>, string]>([
    [{}, 'You don’t need to do a thing.'],
    [{ picksStyle: true }, 'Choose by November 30, or let us surprise you.'],
    [{ choosesSize: true }, 'Choose by November 30. We can’t send your first belt without a size.'],
    [{ choosesSize: true, ...later }, 'We’re holding your first belt until we know your size.'],
    [
      { picksStyle: true, ...later },
      'Your first belt’s a surprise. Choose by December 31 for the ones after it.',
    ],
    [
      { picksStyle: true, ...later, boxes: [belt('2026-12', sent), january] },
      'Choose by December 31, or let us surprise you.',
    ],
    [
      { choosesSize: true, ...later, boxes: [belt('2026-12', sent), january] },
      'Choose by December 31. We can’t send your next belt without a size.',
    ],
    [
      { choosesSize: true, choose: null, belts: 1, boxes: [december] },
      'We’re holding your belt until we know your size.',
    ],
    [{ picksStyle: true, choose: null }, ''],
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
