import * as z from 'zod/mini'

/** Widths in pixels in which every picture is kept, in AVIF and in WebP. */
export const pictureWidths = [480, 840, 1200] as const

const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Where pictures that the owner uploaded are served. Those of the build are under /pictures. */
export const uploadedFolder = '/uploaded'

/** The address by which a belt names an uploaded picture: one of its files, from which the others follow. */
export function uploadedAddress(hash: string): string {
  return `${uploadedFolder}/${hash}-840.webp`
}

/** The hash in the address of an uploaded picture; null for a picture of the build. */
export function hashOfAddress(address: string): string | null {
  return /^\/uploaded\/([\w-]{43})-840\.webp$/.exec(address)?.[1] ?? null
}

/** True for an address that a belt's picture may have: of the build, or uploaded. */
export function isPictureAddress(address: string): boolean {
  return /^\/pictures\/[a-z0-9-]+-840\.webp$/.test(address) || hashOfAddress(address) !== null
}

/** Bytes of one upload. */
export const largestPicture = 15 * 1024 * 1024

/** Pixels of one upload: more than a telephone's camera takes, less than what fills a server's memory. */
export const maxPixels = 60_000_000

/** Pixels of an upload's shorter side: below, the page would have to blow it up. */
export const shortestSide = 480

/** What one of the staff may be; what each may do is domain/admin/permissions.ts. */
export const roles = ['owner', 'support', 'packer', 'viewer'] as const

export type Role = (typeof roles)[number]

// PostgreSQL keeps neither NUL nor half a surrogate pair.
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

/** A text of at most so many characters. */
export const text = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most, `Use at most ${most} characters.`),
      z.refine(isText, 'Remove the characters that aren’t text.'),
    )

/** A text that is not blank; `sentence` says what to do when it is. */
export const filled = (most: number, sentence = 'Fill this in.') =>
  text(most).check(z.refine((value) => value.trim() !== '', sentence))

/** The id of a row. */
export const id = z.uuid('This is not the id of a row.')

/** YYYY-MM-DD in the shop's time zone, of years that databases and clocks can add to. */
export const day = z.iso
  .date('Write the day as YYYY-MM-DD.')
  .check(z.regex(/^2/, 'Choose a day from the year 2000 on.'))

/** What every list takes: keyset pages, so that page 1,000 costs what the first one costs. */
export const page = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  cursor: z.optional(text(400)),
}

/** The same, where the place that a page begins after is a row's id. */
export const pageOfRows = { limit: page.limit, cursor: z.optional(id) }

/** What a list answers besides its rows: null at its end. */
export const nextCursor = z.nullable(z.string())

/** The answer of a change that has nothing to tell. */
export const done = z.object({ success: z.literal(true) })
