import * as z from 'zod/mini'
import { styles } from '../belt.ts'
import type { CalendarDate } from '../calendar-date.ts'
import type { Drop } from '../drop.ts'
import { filled, isPictureAddress, text } from './fields.ts'

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({
    type: z.literal('link'),
    attrs: z.object({
      href: text(500).check(
        z.regex(
          /^(https?:\/\/|mailto:|\/)/,
          'Write a link as https://…, or as /belts for a page of the shop.',
        ),
      ),
    }),
  }),
])
const inline = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: text(5_000), marks: z.optional(z.array(mark)) }),
  z.object({ type: z.literal('hardBreak') }),
])
const paragraph = z.object({ type: z.literal('paragraph'), content: z.optional(z.array(inline)) })
/** The format of the text block's editor: paragraphs, lists, bold, italic and links, and nothing else. */
const richText = z.object({
  type: z.literal('doc'),
  content: z
    .array(
      z.discriminatedUnion('type', [
        paragraph,
        z.object({
          type: z.literal('bulletList'),
          content: z.array(z.object({ type: z.literal('listItem'), content: z.array(paragraph) })),
        }),
      ]),
    )
    .check(z.maxLength(200, 'Make two text blocks of this one.')),
})
export type RichText = z.output<typeof richText>
export type Inline = z.output<typeof inline>

const href = text(500).check(
  z.regex(
    /^(https?:\/\/\S+|mailto:\S+|\/\S*)?$/,
    'Write a link as https://…, or as /belts for a page of the shop.',
  ),
)
const picture = z.nullable(
  text(200).check(z.refine((src) => isPictureAddress(src), 'Choose a picture of yours.')),
)
const id = text(40)

/** A part of a letter. Empty fields are only refused when the letter is sent. */
const letterBlock = z.discriminatedUnion('type', [
  z.object({ id, type: z.literal('heading'), text: text(120) }),
  z.object({ id, type: z.literal('text'), doc: richText }),
  z.object({
    id,
    type: z.literal('belt'),
    /** its page, and the belt as it was when added: a sent letter doesn't change with the catalog */
    slug: text(200),
    beltId: text(40),
    name: text(200),
    words: text(2_000),
    imageUrl: z.nullable(text(200)),
    imageAlt: text(300),
  }),
  z.object({
    ...{ id, type: z.literal('picture'), src: picture, alt: text(200), href },
    /** across the whole page; as wide as the text if absent */
    isWide: z.optional(z.boolean()),
  }),
  z.object({
    id,
    type: z.literal('row'),
    /** side by side, each with a line below it */
    pictures: z
      .array(z.object({ src: picture, alt: text(200), caption: text(120) }))
      .check(z.maxLength(3, 'A row has at most three pictures.')),
  }),
  z.object({ id, type: z.literal('button'), words: text(60), href }),
  z.object({
    id,
    type: z.literal('scores'),
    /** what members said at the time it was added: "Fits right", "94% of 120 answers" */
    rows: z.array(z.object({ word: text(60), fact: text(120) })).check(z.maxLength(6)),
  }),
])
export type LetterBlock = z.output<typeof letterBlock>
export type BlockType = LetterBlock['type']

export const letterBlocks = z
  .array(letterBlock)
  .check(z.maxLength(60, 'A letter has at most 60 blocks. Make it shorter.'))

/** Who on the list gets it. An empty list is no filter; a non-empty one drops everyone without such a membership. */
export const letterAudience = z.object({
  who: z.enum(['everyone', 'members', 'others']),
  plans: z.array(filled(60)).check(z.maxLength(50)),
  styles: z.array(z.enum(styles)).check(z.maxLength(3)),
  sizes: z.array(filled(40)).check(z.maxLength(60)),
  states: z.array(text(2)).check(z.maxLength(60)),
})
export type LetterAudience = z.output<typeof letterAudience>
export const everyone: LetterAudience = { who: 'everyone', plans: [], styles: [], sizes: [], states: [] }

/** Paragraphs in the editor's format. */
export function plainDoc(...paragraphs: string[]): RichText {
  return {
    type: 'doc',
    content: paragraphs.map((words) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })),
  }
}

/** Whether a text contains any words. */
function hasWords(doc: RichText): boolean {
  return JSON.stringify(doc).includes('"text":"')
}

/** What a letter still needs before it's sent, one instruction per gap. */
export function missingIn({
  subject,
  blocks,
}: {
  subject: string
  blocks: readonly LetterBlock[]
}): string[] {
  const missing = subject.trim() === '' ? ['Write a subject.'] : []
  if (!blocks.some((block) => block.type !== 'button' && block.type !== 'heading'))
    missing.push('Write something: a letter needs a text, a belt or a picture.')
  for (const [index, block] of blocks.entries()) {
    const here = `Block ${index + 1}`
    if (block.type === 'heading' && block.text.trim() === '')
      missing.push(`${here} is a heading without words.`)
    if (block.type === 'text' && !hasWords(block.doc)) missing.push(`${here} is a text without words.`)
    if (block.type === 'picture' && !block.src) missing.push(`${here} has no picture yet.`)
    if (block.type === 'picture' && block.src && block.alt.trim() === '')
      missing.push(`${here}: say what the picture shows, for those who can’t see it.`)
    if (block.type === 'row' && !block.pictures.some(({ src }) => src))
      missing.push(`${here} has no picture yet.`)
    if (block.type === 'row' && block.pictures.some(({ src, alt }) => src && alt.trim() === ''))
      missing.push(`${here}: say what each picture shows, for those who can’t see it.`)
    if (block.type === 'belt' && block.slug === '') missing.push(`${here} has no belt yet.`)
    if (block.type === 'button' && (block.words.trim() === '' || block.href.trim() === ''))
      missing.push(`${here}: give the button words and a link.`)
  }
  return missing
}

/** A letter as the public reads it. */
export type PublicLetter = {
  slug: string
  month: Drop
  subject: string
  preview: string
  blocks: LetterBlock[]
  /** the shop's day of its first email */
  publishedOn: CalendarDate
}

/** An entry of the archive; `publishedAt` is an ISO instant. */
export type SentLetter = Omit<PublicLetter, 'blocks'> & { publishedAt: string }
