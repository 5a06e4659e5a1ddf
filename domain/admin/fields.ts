import * as z from 'zod/mini'

// PostgreSQL keeps neither NUL nor half a surrogate pair.
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

/** A text of at most so many characters. */
export const text = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most, `Use at most ${most} characters.`),
      z.refine(isText, 'Remove the characters that are not text.'),
    )

/** A text that is not blank; `sentence` says what to do when it is. */
export const filled = (most: number, sentence = 'This must not be empty.') =>
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
