import * as z from 'zod/mini'
import type { Calls } from '../call.ts'

/** Pictures that the owner uploads for belts. */
export const pictureCalls = {
  /** The raw bytes of a JPEG, PNG, WebP or AVIF file. */
  uploadPicture: {
    endpoint: 'POST /api/admin/pictures',
    body: 'file',
    reply: z.object({
      picture: z.object({
        /** what a belt's imageUrl or lifestyleImageUrl may be */
        url: z.string(),
        width: z.number(),
        height: z.number(),
      }),
    }),
  },
} satisfies Calls
