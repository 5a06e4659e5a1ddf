import { type Belt, genderNames, genders } from '../belt.ts'
import { counted, firstNumberWord } from '../count.ts'
import { type Drop, dropName } from '../drop.ts'
import { ownPictures } from '../own-pictures.ts'
import type { LetterBlock } from './letter-blocks.ts'
import { plainDoc } from './letter-blocks.ts'

/** A belt with what a story tells of it. */
export type StoryBelt = Belt & { suits: string }

/** What a drop's page shows: its belts and their story, or that they're still secret. */
export type DropOnPage =
  | { standing: 'current' | 'past'; belts: Belt[]; story: LetterBlock[] }
  | { standing: 'veiled' }

type Unnumbered = LetterBlock extends infer Block
  ? Block extends unknown
    ? Omit<Block, 'id'>
    : never
  : never

type Story = {
  drop: Drop
  /** the month the story is for: the drop's, or a later one if that has passed */
  month: Drop
  /** in the drop's order; at least one */
  belts: readonly StoryBelt[]
  /** what members say, if enough have answered */
  scores: { word: string; fact: string }[]
}

/** "November’s belts are here"; "The collection" of belts that were here before the month */
export const storyTitle = ({ drop, month }: Pick<Story, 'drop' | 'month'>) =>
  drop === month ? `${dropName(month)}’s belts are here` : 'The collection'

/**
 * A drop's story as the shop can tell it by itself, from what it knows about its belts: a belt at full length, the leather,
 * the buckles, three sentences a belt, and one as it wears in. It's the draft of the month's letter, and stands on the
 * drop's page until that letter has left (docs/decisions/118).
 */
export function dropStory({ drop, month, belts, scores }: Story): LetterBlock[] {
  const isOwn = drop === month
  const number = belts.length === 1 ? 'One belt' : `${firstNumberWord(belts.length)} belts`
  const blocks: Unnumbered[] = [
    { type: 'heading', text: storyTitle({ drop, month }) },
    {
      type: 'text',
      doc: plainDoc(
        `${number}${isOwn ? ' this month' : ''}. Here’s what each one’s made of, and who it suits.`,
      ),
    },
    ...unrolled(belts),
    { type: 'heading', text: 'The leather' },
    { type: 'text', doc: plainDoc(`${leathers(belts)} ${widths(belts)}`.trim()) },
    ...closeUp(belts),
    { type: 'heading', text: 'The buckles' },
    { type: 'text', doc: plainDoc(buckles(belts)) },
    ...wornIn(belts),
    ...genders.flatMap((gender) => {
      const theirs = belts.filter((belt) => belt.gender === gender)
      if (theirs.length === 0) return []
      return [{ type: 'heading' as const, text: genderNames[gender] }, ...theirs.map(beltBlock)]
    }),
    ...(scores.length > 0
      ? [
          { type: 'heading' as const, text: 'What members say' },
          { type: 'scores' as const, rows: scores },
        ]
      : []),
    {
      type: 'button',
      words: isOwn ? `See ${dropName(month)}’s belts` : 'See the belts',
      href: `/drops/${drop}`,
    },
  ]
  return blocks.map((block, index) => ({ id: `${index + 1}`, ...block }))
}

/** The first belt with such a picture, at full length across the page. */
function unrolled(belts: readonly StoryBelt[]): Unnumbered[] {
  const belt = belts.find((each) => ownPictures(each.imageUrl).wave)
  if (!belt) return []
  const src = ownPictures(belt.imageUrl).wave
  return [{ type: 'picture', src, alt: `${belt.name}, unrolled`, href: `/belts/${belt.slug}`, isWide: true }]
}

/** The grain of another belt than the unrolled one, if there is one. */
function closeUp(belts: readonly StoryBelt[]): Unnumbered[] {
  const pictured = belts.filter((each) => each.detailImageUrl)
  const belt = pictured[1] ?? pictured[0]
  if (!belt) return []
  const { detailImageUrl: src, detailAlt: alt, slug } = belt
  return [{ type: 'picture', src, alt, href: `/belts/${slug}` }]
}

function wornIn(belts: readonly StoryBelt[]): Unnumbered[] {
  const belt = belts.find((each) => ownPictures(each.imageUrl).aged.length > 0)
  if (!belt) return []
  const { aged } = ownPictures(belt.imageUrl)
  const after = (months: number) => `After ${counted(months, 'month')}`
  return [
    { type: 'heading', text: 'Worn in' },
    {
      type: 'text',
      doc: plainDoc(
        `Leather keeps what happens to it. ${belt.name} darkens where hands and loops touch it, creases where it bends, and its brass goes quiet.`,
      ),
    },
    {
      type: 'row',
      pictures: aged.map(({ src, months }) => ({
        ...{ src, caption: after(months) },
        alt: `${belt.name} ${after(months).toLowerCase()} of wear`,
      })),
    },
  ]
}

/** A copy of a belt's data, unaffected by later changes in the catalog. */
function beltBlock(belt: StoryBelt): Unnumbered {
  return {
    type: 'belt',
    ...{ beltId: belt.id, slug: belt.slug, name: belt.name },
    words: threeSentences([belt.description, belt.suits].filter(Boolean).join(' ')),
    ...{ imageUrl: belt.imageUrl, imageAlt: belt.imageAlt },
  }
}

const sentences = new Intl.Segmenter('en-US', { granularity: 'sentence' })

/** The first three sentences of a text: enough for one belt among many; its page has the rest. */
export function threeSentences(words: string): string {
  const parts = [...sentences.segment(words)].map(({ segment }) => segment)
  return parts.slice(0, 3).join('').trim()
}

const list = new Intl.ListFormat('en-US')
const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** "Calf leather, pebbled leather, and braided cord." What stands behind a comma, such as tabs, is left to each belt. */
function leathers(belts: readonly StoryBelt[]): string {
  const all = new Set(belts.map(({ material }) => lower(material.split(',')[0]!.trim())).filter(Boolean))
  return `${upper(list.format(all))}.`
}

/** "Frame in silver and gold. Rounded in nickel." */
function buckles(belts: readonly StoryBelt[]): string {
  const metals = new Map<string, Set<string>>()
  for (const { buckle } of belts) {
    const [shape = '', metal = ''] = buckle.split(',').map((part) => part.trim())
    if (shape) metals.set(shape, (metals.get(shape) ?? new Set()).add(metal))
  }
  const each = [...metals].map(([shape, of]) => {
    const known = [...of].filter(Boolean)
    return known.length > 0 ? `${shape} in ${list.format(known)}` : shape
  })
  return `${each.join('. ')}.`
}

/** "The narrowest is 30 mm wide, the widest 40 mm." */
function widths(belts: readonly StoryBelt[]): string {
  const all = belts.map((belt) => Number.parseInt(belt.width, 10)).filter((width) => width > 0)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return all.length > 0 && least < most ? `The narrowest is ${least} mm wide, the widest ${most} mm.` : ''
}
