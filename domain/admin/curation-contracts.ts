import * as z from 'zod/mini'
import { boxMachine } from '../box.ts'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { done, filled, id, nextCursor, pageOfRows, text } from './fields.ts'

const boxId = z.object({ boxId: id })

export const boxFilters = ['waiting', 'proposed', 'packed', 'shipped', 'delivered'] as const

/** A box of a drop as the admin lists it. */
const boxView = z.object({
  id: z.string(),
  /** as labels and slips name it */
  reference: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  /** who wears it */
  name: z.string(),
  gender: z.string(),
  size: z.nullable(z.string()),
  /** empty: any */
  styles: z.array(z.string()),
  isGift: z.boolean(),
  state: z.enum(boxMachine.states),
  holdReason: z.nullable(z.string()),
  belt: z.nullable(z.object({ id: z.string(), name: z.string(), style: z.string() })),
  /** by hand, so that curation leaves it */
  isChosen: z.boolean(),
  trackingNumber: z.nullable(z.string()),
})
export type BoxView = z.output<typeof boxView>

/** How far a run is, and what came of it. */
const run = z.object({
  id: z.string(),
  drop: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** by the worker at the cut-off, not by the owner */
  isAutomatic: z.boolean(),
  /** steps, for a progress bar: every box is read once and written once */
  done: z.number(),
  total: z.number(),
  /** boxes with a belt, boxes that are held, boxes that are other than before: figures of a run that is done */
  assigned: z.number(),
  held: z.number(),
  changed: z.number(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** one sentence for one that failed */
  error: z.nullable(z.string()),
})
export type CurationRun = z.output<typeof run>

/** A box that got no belt. */
const exception = z.object({
  boxId: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  /** who wears the belts, as the address says; empty where it says nothing */
  name: z.string(),
  email: z.nullable(z.string()),
  gender: z.string(),
  /** as the membership has it: may be 'Unsure' or 'Let Recipient Choose' */
  size: z.string(),
  /** empty: any */
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
  /** units in the box's size that nobody else is promised */
  free: z.number(),
  /** why it may not be sent to this person; null: it may */
  obstacle: z.nullable(z.string()),
})
export type BeltChoice = z.output<typeof choice>

/** Giving the boxes of a drop their belts (club-rules.md "Curate"). */
export const curationContracts = {
  listDropBoxes: {
    endpoint: 'GET /api/admin/drops/:drop/boxes',
    params: z.object({ drop }),
    query: z.object({ ...pageOfRows, filter: z.optional(z.enum(boxFilters)), search: z.optional(text(100)) }),
    reply: z.object({ boxes: z.array(boxView), nextCursor }),
  },
  /** Begins a run and answers at once; readCuration says how far it is. */
  startCuration: {
    endpoint: 'POST /api/admin/drops/:drop/curation',
    params: z.object({ drop }),
    reply: run,
  },
  /** The last run of the drop; null where there was none. */
  readCuration: {
    endpoint: 'GET /api/admin/drops/:drop/curation',
    params: z.object({ drop }),
    reply: z.object({ run: z.nullable(run) }),
  },
  /** The boxes that got no belt, by reason: nothing else needs the owner. The first of them, and how many there are. */
  listExceptions: {
    endpoint: 'GET /api/admin/drops/:drop/exceptions',
    params: z.object({ drop }),
    reply: z.object({ exceptions: z.array(exception), total: z.number() }),
  },
  /** Every belt that could be meant for a box, with why some may not be sent. */
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
  /** Gives a box a belt by hand; null gives it back to curation. */
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
  /** Writes to whoever wears it that a size or an address is missing, once a day at most. */
  askWearer: {
    endpoint: 'POST /api/admin/boxes/:boxId/ask',
    params: boxId,
    reply: z.object({ to: z.string() }),
  },
  /** What curation would do with the next six drops: where belts will be missing (club-rules.md "Forecast"). */
  forecastDrops: {
    endpoint: 'GET /api/admin/forecast',
    reply: z.object({
      drops: z.array(
        z.object({
          drop: z.string(),
          /** belts that were created for it */
          ownBelts: z.number(),
          /** boxes that are expected, and those of them for which a belt is on the shelf */
          boxes: z.number(),
          filled: z.number(),
          lines: z.array(z.object({ reason: z.string(), people: z.number(), sentence: z.string() })),
        }),
      ),
    }),
  },
} satisfies Contracts
