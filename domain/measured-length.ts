import * as z from 'zod/mini'
import { measurable } from './measured.ts'

/** The length of the wearer's own belt in inches, if its size was measured (domain/measured.ts). */
export const measuredLength = z.optional(
  z.nullable(
    z
      .number('Send the length in inches.')
      .check(
        z.minimum(measurable.least, `Send at least ${measurable.least} inches.`),
        z.maximum(measurable.most, `Send at most ${measurable.most} inches.`),
      ),
  ),
)
