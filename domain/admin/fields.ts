import * as z from 'zod/mini'
import { styles } from '../belt.ts'

/** Widths in pixels at which every picture is stored, in AVIF and WebP. */
export const pictureWidths = [480, 840, 1200] as const

const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** URL folder of pictures the owner uploaded. Built-in ones are under /pictures. */
export const uploadedFolder = '/uploaded'

/** The URL that names an uploaded picture on a belt: one of its files, from which the others follow. */
export function uploadedAddress(hash: string): string {
  return `${uploadedFolder}/${hash}-840.webp`
}

/** The hash in an uploaded picture's URL; null for a built-in picture. */
export function hashOfAddress(address: string): string | null {
  return /^\/uploaded\/([\w-]{43})-840\.webp$/.exec(address)?.[1] ?? null
}

/** True for a URL that a belt's picture can have: built-in or uploaded. */
export function isPictureAddress(address: string): boolean {
  return /^\/pictures\/[a-z0-9-]+-840\.webp$/.test(address) || hashOfAddress(address) !== null
}

/** Bytes per upload. */
export const largestPicture = 15 * 1024 * 1024

/** Pixels per upload: more than a phone's camera takes, less than what exhausts a server's memory. */
export const maxPixels = 60_000_000

/** Pixels of an upload's shorter side: a smaller picture would have to be scaled up. */
export const shortestSide = 480

/** The roles of staff; domain/admin/permissions.ts says what each can do. */
export const roles = ['owner', 'support', 'packer', 'viewer'] as const

export type Role = (typeof roles)[number]

// PostgreSQL can't store NUL or an unpaired surrogate.
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

/** A text of at most `most` characters; `missing` is the message if there is none. */
export const text = (most: number, missing?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .check(
      z.maxLength(most, `Use at most ${most} characters.`),
      z.refine(isText, 'Remove the characters that aren’t text.'),
    )

/** A text that is not blank; `sentence` is the message if it is. */
export const filled = (most: number, sentence = 'Fill this in.') =>
  text(most, sentence).check(z.refine((value) => value.trim() !== '', sentence))

/** An amount from $0 up, in integer cents. */
/** what became of someone's belts, in one line (domain/track-record.ts); empty for roles that don't see money */
export const trackRecord = z.array(z.object({ words: z.string(), isOver: z.boolean() }))
export const wholeCents = z
  .int('Enter an amount.')
  .check(z.minimum(0, 'Enter an amount of $0 or more.'), z.maximum(10_000_000, 'Enter a smaller amount.'))

/** The id of a row. */
export const id = z.uuid('This isn’t the id of a row.')

/** YYYY-MM-DD in the shop's time zone, limited to years that databases and clocks can calculate with. */
export const day = z.iso
  .date('Write the day as YYYY-MM-DD.')
  .check(z.regex(/^2/, 'Choose a day from the year 2000 on.'))

/** Parameters of every list: keyset pages, so that page 1,000 costs no more than the first. */
export const page = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  cursor: z.optional(text(400)),
}

/** The same, for lists whose cursor is a row's id. */
export const pageOfRows = { limit: page.limit, cursor: z.optional(id) }

/** The cursor every list returns besides its rows: null on the last page. */
export const nextCursor = z.nullable(z.string())

/** The reply of a change that has nothing else to say. */
export const done = z.object({ success: z.literal(true) })

/** The styles a member wears. */
export const styleChoice = z
  .array(z.enum(styles, 'Choose dress, casual or stretch.'))
  .check(z.minLength(1, 'Choose at least one style.'), z.maxLength(3, 'Choose each style once.'))
