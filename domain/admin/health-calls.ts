import * as z from 'zod/mini'
import type { Calls } from '../call.ts'

/** One line of the health page; `good`, or how much the owner should care. */
const healthLine = z.object({
  id: z.string(),
  label: z.string(),
  /** as it is shown: "0", "18 of 18" */
  value: z.string(),
  state: z.enum(['good', 'watch', 'bad']),
  /** what mends it, in words; empty where nothing is wrong */
  advice: z.string(),
  /** screen that mends it */
  link: z.nullable(z.object({ label: z.string(), to: z.string() })),
})

/** club.md "Health". */
export const healthCalls = {
  readHealth: {
    endpoint: 'GET /api/admin/health',
    reply: z.object({
      state: z.enum(['good', 'watch', 'bad']),
      /** ISO instant */
      at: z.string(),
      lines: z.array(healthLine),
    }),
  },
} satisfies Calls
