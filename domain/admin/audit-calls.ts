import * as z from 'zod/mini'
import type { Calls } from '../call.ts'
import { day, id, nextCursor, page, text } from './fields.ts'

/** Who did what: read only, and nobody can write it. */
export const auditCalls = {
  listAudit: {
    endpoint: 'GET /api/admin/audit',
    query: z.object({
      limit: page.limit,
      /** the last line of the page before */
      cursor: z.optional(id),
      userId: z.optional(id),
      entity: z.optional(text(60)),
      /** days of the shop's time zone, both included */
      from: z.optional(day),
      to: z.optional(day),
    }),
    reply: z.object({
      lines: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          username: z.string(),
          role: z.string(),
          action: z.string(),
          entity: z.string(),
          entityId: z.string(),
          before: z.unknown(),
          after: z.unknown(),
        }),
      ),
      /** what the filters offer */
      people: z.array(z.object({ id: z.string(), username: z.string() })),
      entities: z.array(z.string()),
      nextCursor,
    }),
  },
} satisfies Calls
