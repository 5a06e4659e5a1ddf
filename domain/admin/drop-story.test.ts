import { describe, expect, it } from 'vitest'
import { dropStory, type StoryBelt, threeSentences } from './drop-story.ts'
import { missingIn } from './letter-blocks.ts'

const belt = (name: string, changes: Partial<StoryBelt> = {}): StoryBelt => ({
  ...{ id: name, sku: name, slug: name.toLowerCase(), name: `The ${name}`, description: 'One. Two.' },
  ...{ material: 'Calf leather', width: '33 mm', buckle: 'Frame, silver', style: 'dress', gender: 'male' },
  ...{ colors: [], imageUrl: `/uploaded/${name}-840.webp`, imageAlt: '', nightImageUrl: null },
  ...{ lifestyleImageUrl: null, lifestyleAlt: '', detailImageUrl: null, detailAlt: '' },
  ...{ suits: 'Three. Four.' },
  ...changes,
})
const ridgeway = belt('Ridgeway', {
  ...{ imageUrl: '/pictures/men-casual-1-product-840.webp', material: 'Pebbled leather', width: '38 mm' },
  ...{ detailImageUrl: '/pictures/men-casual-1-detail-840.webp', detailAlt: 'The brass' },
})
const story = (belts: StoryBelt[], scores: { word: string; fact: string }[] = []) =>
  dropStory({ drop: '2026-12', month: '2026-12', belts, scores })
const typesOf = (belts: StoryBelt[]) => story(belts).map(({ type }) => type)

describe('a drop’s story, as the shop tells it', () => {
  it('shows a belt unrolled, leather, buckles, each belt, and one as it wears in', () => {
    const blocks = story([
      belt('Ashbury'),
      ridgeway,
      belt('Wren', { gender: 'female', buckle: 'Roller, gold' }),
    ])
    const said = JSON.stringify(blocks)
    expect(blocks.map(({ type }) => type).join(' ')).toBe(
      'heading text picture heading text picture heading text heading text row heading belt belt heading belt button',
    )
    expect(said).toContain('Calf leather and pebbled leather. The narrowest is 33 mm wide, the widest 38 mm.')
    expect(said).toContain('Frame in silver. Roller in gold.')
    expect(said).toMatch(/men-casual-1-wave-840.webp.*"isWide":true/)
    expect(said).toMatch(/After 1 month".*After 12 months".*After 36 months"/)
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length)
  })

  it('leaves out what it has no picture of, and can be sent as it is', () => {
    expect(typesOf([belt('Ashbury')])).toEqual(
      'heading text heading text heading text heading belt button'.split(' '),
    )
    expect(missingIn({ subject: 'December', blocks: story([belt('Ashbury'), ridgeway]) })).toEqual([])
    expect(JSON.stringify(story([ridgeway], [{ word: 'Fits right', fact: '94%' }]))).toContain('Fits right')
  })
})

it('tells at most three sentences of a belt', () => {
  expect(threeSentences('One, for 3.5 mm. Two? Three. Four.')).toBe('One, for 3.5 mm. Two? Three.')
  expect(threeSentences('Only one')).toBe('Only one')
})
