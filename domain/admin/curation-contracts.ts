import * as z from 'zod/mini'
import { boxMachine } from '../box.ts'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { done, filled, id, nextCursor, pageOfRows, text } from './fields.ts'

const boxId = z.object({ boxId: id })

export const boxFilters = ['waiting', 'proposed', 'packed', 'shipped', 'delivered'] as const

/** A box in the admin's list for a drop. */
const boxView = z.object({
  id: z.string(),
  /** as printed on labels and slips */
  reference: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  /** who wears it */
  name: z.string(),
  gender: z.string(),
  size: z.nullable(z.string()),
  /** empty: any style */
  styles: z.array(z.string()),
  isGift: z.boolean(),
  state: z.enum(boxMachine.states),
  holdReason: z.nullable(z.string()),
  belt: z.nullable(z.object({ id: z.string(), name: z.string(), style: z.string() })),
  /** chosen by hand, so curation leaves it alone */
  isChosen: z.boolean(),
  trackingNumber: z.nullable(z.string()),
})
export type BoxView = z.output<typeof boxView>

/** A run's progress and its result. */
const run = z.object({
  id: z.string(),
  drop: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** started by the worker at the cut-off, not by the owner */
  isAutomatic: z.boolean(),
  /** steps for a progress bar: every box is read once and written once */
  done: z.number(),
  total: z.number(),
  /** boxes with a belt, boxes on hold, and boxes that changed; final once the run is done */
  assigned: z.number(),
  held: z.number(),
  changed: z.number(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** one sentence if the run failed */
  error: z.nullable(z.string()),
})
export type CurationRun = z.output<typeof run>

/** A box that got no belt. */
const exception = z.object({
  boxId: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  /** the wearer's name from the address; empty if it has none */
  name: z.string(),
  email: z.nullable(z.string()),
  gender: z.string(),
  /** from the membership: may be 'Unsure' or 'Let Recipient Choose' */
  size: z.string(),
  /** empty: any style */
  styles: z.array(z.string()),
  reason: z.string(),
  /** the reason in words, and how to fix it */
  sentence: z.string(),
})
export type Exception = z.output<typeof exception>

const choice = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  style: z.string(),
  drop: z.string(),
  /** units in the box's size that aren't promised to anyone else */
  free: z.number(),
  /** why this belt can't go to this person; null: it can */
  obstacle: z.nullable(z.string()),
})
export type BeltChoice = z.output<typeof choice>

/** Assigning belts to a drop's boxes (club-rules.md "Curate"). */
export const curationContracts = {
  listDropBoxes: {
    endpoint: 'GET /api/admin/drops/:drop/boxes',
    params: z.object({ drop }),
    query: z.object({ ...pageOfRows, filter: z.optional(z.enum(boxFilters)), search: z.optional(text(100)) }),
    reply: z.object({ boxes: z.array(boxView), nextCursor }),
  },
  /** Starts a run and replies right away; readCuration reports progress. */
  startCuration: {
    endpoint: 'POST /api/admin/drops/:drop/curation',
    params: z.object({ drop }),
    reply: run,
  },
  /** The drop's last run; null if there was none. */
  readCuration: {
    endpoint: 'GET /api/admin/drops/:drop/curation',
    params: z.object({ drop }),
    reply: z.object({ run: z.nullable(run) }),
  },
  /** The boxes that got no belt, by reason; only these need the owner. Returns the first ones and the total count. */
  listExceptions: {
    endpoint: 'GET /api/admin/drops/:drop/exceptions',
    params: z.object({ drop }),
    reply: z.object({ exceptions: z.array(exception), total: z.number() }),
  },
  /** Every belt that could go in a box, with the reason why some can't. */
  listChoices: {
    endpoint: 'GET /api/admin/boxes/:boxId/choices',
    params: boxId,
    reply: z.object({
      name: z.string(),
      size: z.nullable(z.string()),
      beltId: z.nullable(z.string()),
      choices: z.array(choice),
    }),
  },
  /** Assigns a belt by hand; null returns the box to curation. */
  chooseBelt: {
    endpoint: 'POST /api/admin/boxes/:boxId/belt',
    params: boxId,
    body: z.object({ beltId: z.nullable(id) }),
    reply: done,
  },
  setWearerSize: {
    endpoint: 'POST /api/admin/boxes/:boxId/size',
    params: boxId,
    body: z.object({ size: filled(40, 'Choose a size.') }),
    reply: done,
  },
  readWearerAddress: {
    endpoint: 'GET /api/admin/boxes/:boxId/address',
    params: boxId,
    reply: z.object({
      ...{ fullName: z.string(), address: z.string(), address2: z.string() },
      ...{ city: z.string(), state: z.string(), zipCode: z.string() },
    }),
  },
  setWearerAddress: {
    endpoint: 'POST /api/admin/boxes/:boxId/address',
    params: boxId,
    body: z.object({
      fullName: filled(200, 'Full name is required'),
      address: filled(200, 'Address is required'),
      address2: text(200),
      city: filled(200, 'City is required'),
      state: filled(200, 'State is required'),
      zipCode: filled(20, 'ZIP code is required'),
    }),
    reply: done,
  },
  /** Emails the wearer that a size or an address is missing, at most once a day. */
  askWearer: {
    endpoint: 'POST /api/admin/boxes/:boxId/ask',
    params: boxId,
    reply: z.object({ to: z.string() }),
  },
  /** What curation would do with the next six drops, to show where belts will run short (club-rules.md "Forecast"). */
  forecastDrops: {
    endpoint: 'GET /api/admin/forecast',
    reply: z.object({
      drops: z.array(
        z.object({
          drop: z.string(),
          /** belts created for this drop */
          ownBelts: z.number(),
          /** boxes expected, and those a belt in stock can fill */
          boxes: z.number(),
          filled: z.number(),
          lines: z.array(z.object({ reason: z.string(), people: z.number(), sentence: z.string() })),
        }),
      ),
    }),
  },
} satisfies Contracts
