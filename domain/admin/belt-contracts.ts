import * as z from 'zod/mini'
import { genders, styles } from '../belt.ts'
import type { Contracts } from '../contract.ts'
import { drop } from './drop-contracts.ts'
import { done, filled, id, isPictureAddress, text } from './fields.ts'

/** Pictures the owner uploads for belts. */
export const pictureContracts = {
  /** The raw bytes of a JPEG, PNG, WebP or AVIF file. */
  uploadPicture: {
    endpoint: 'POST /api/admin/pictures',
    body: 'file',
    reply: z.object({
      picture: z.object({
        /** valid as a belt's imageUrl or lifestyleImageUrl */
        url: z.string(),
        width: z.number(),
        height: z.number(),
      }),
    }),
  },
} satisfies Contracts

const wholeNumber = (least: number, most: number, sentence: string) =>
  z.int(sentence).check(z.minimum(least, sentence), z.maximum(most, sentence))

const pieces = wholeNumber(0, 100_000, 'Enter a whole number, 0 or more.')

const picture = z.nullable(text(200).check(z.refine(isPictureAddress, 'Upload the picture first.')))

/** What the owner enters about a belt. */
export const beltFields = z
  .object({
    name: filled(80, 'Give the belt a name.'),
    description: filled(600, 'Describe the belt in a sentence or two.'),
    material: filled(80, 'Name the material.'),
    widthMm: wholeNumber(10, 80, 'Enter the width in millimeters, from 10 to 80.'),
    buckle: filled(80, 'Describe the buckle.'),
    style: z.enum(styles),
    gender: z.enum(genders),
    colors: z
      .array(filled(40))
      .check(z.minLength(1, 'Name at least one color.'), z.maxLength(12, 'Name at most twelve colors.')),
    sku: text(60).check(
      z.regex(
        /^[A-Z0-9]+(-[A-Z0-9]+)*$/,
        'Use capital letters, numbers and hyphens, like MD1-202511-ASHBURY.',
      ),
    ),
    /** null: "Product image coming soon" */
    imageUrl: picture,
    imageAlt: text(200),
    lifestyleImageUrl: picture,
    lifestyleAlt: text(200),
    /** who it suits; "" if not stated */
    suits: text(300),
    /** the product shot on dark wood; uses the alt text of `imageUrl` */
    nightImageUrl: picture,
    /** close-up of buckle and stitching */
    detailImageUrl: picture,
    detailAlt: text(200),
    displayOrder: wholeNumber(0, 9999, 'Enter a whole number from 0 to 9999.'),
    isActive: z.boolean(),
  })
  .check(
    z.refine((belt) => belt.imageUrl === null || belt.imageAlt.trim() !== '', {
      path: ['imageAlt'],
      error: 'Say what the picture shows, for people who can’t see it.',
    }),
    z.refine((belt) => belt.lifestyleImageUrl === null || belt.lifestyleAlt.trim() !== '', {
      path: ['lifestyleAlt'],
      error: 'Say what the picture shows, for people who can’t see it.',
    }),
    z.refine((belt) => belt.detailImageUrl === null || belt.detailAlt.trim() !== '', {
      path: ['detailAlt'],
      error: 'Say what the picture shows, for people who can’t see it.',
    }),
  )

export type BeltFields = z.output<typeof beltFields>

/** A belt as stored, which may predate a rule of `beltFields`. */
const beltView = z.object({
  id: z.string(),
  drop: z.string(),
  name: z.string(),
  description: z.string(),
  material: z.string(),
  widthMm: z.number(),
  buckle: z.string(),
  style: z.enum(styles),
  gender: z.enum(genders),
  colors: z.array(z.string()),
  sku: z.string(),
  imageUrl: z.nullable(z.string()),
  imageAlt: z.string(),
  lifestyleImageUrl: z.nullable(z.string()),
  lifestyleAlt: z.string(),
  suits: z.string(),
  nightImageUrl: z.nullable(z.string()),
  detailImageUrl: z.nullable(z.string()),
  detailAlt: z.string(),
  /** the last segment of its page's URL */
  slug: z.string(),
  displayOrder: z.number(),
  isActive: z.boolean(),
  /** every size in spec §5, in order */
  stock: z.array(z.object({ size: z.string(), stock: z.number() })),
  /** equal for belts that are the same belt to members: they share a name (docs/decisions/091) */
  design: z.string(),
  /** in a box or an order, so it can't be deleted */
  isUsed: z.boolean(),
})
export type BeltView = z.output<typeof beltView>

const one = { params: z.object({ beltId: id }) }
const reply = z.object({ belt: beltView })

/** Belts and their stock. */
export const beltContracts = {
  /** Belts of one drop, in home page order; the current drop if `drop` is absent. */
  listBelts: {
    endpoint: 'GET /api/admin/belts',
    /**
     * `search`: belts of any drop whose name or SKU contains these words, newest first, at most 20; otherwise those of
     * one drop
     */
    query: z.object({ drop: z.optional(drop), search: z.optional(text(200)) }),
    reply: z.object({ drop: z.nullable(z.string()), belts: z.array(beltView) }),
  },
  getBelt: { endpoint: 'GET /api/admin/belts/:beltId', ...one, reply },
  createBelt: {
    endpoint: 'POST /api/admin/belts',
    body: z.object({ drop, belt: beltFields }),
    reply,
  },
  /** Copies belts from another drop into this one, all or none: everything but the stock. */
  copyBelts: {
    endpoint: 'POST /api/admin/drops/:drop/belts/copies',
    params: z.object({ drop }),
    body: z.object({
      belts: z
        .array(z.object({ id, name: filled(80, 'Give the belt a name.') }))
        .check(
          z.minLength(1, 'Choose at least one belt.'),
          z.maxLength(200, 'Copy at most 200 belts at a time.'),
        ),
    }),
    reply: z.object({ belts: z.array(beltView) }),
  },
  updateBelt: {
    endpoint: 'PATCH /api/admin/belts/:beltId',
    ...one,
    /**
     * `was`: the values the form opened with, so that a save can't silently overwrite someone else's edit. Without it the
     * belt is saved regardless.
     */
    body: z.object({ belt: beltFields, was: z.optional(beltFields) }),
    reply,
  },
  deleteBelt: { endpoint: 'DELETE /api/admin/belts/:beltId', ...one, reply: done },
  /** What the coming drop needs of each style and size, and what will be left: promised plus expected, against the stock. */
  listStockNeeds: {
    endpoint: 'GET /api/admin/stock/needs',
    reply: z.object({
      drop: z.string(),
      cutOffDay: z.string(),
      /** the number that should be left */
      threshold: z.number(),
      needs: z.array(
        z.object({
          gender: z.enum(genders),
          style: z.enum(styles),
          size: z.string(),
          stock: z.number(),
          promised: z.number(),
          expected: z.number(),
          /** negative: this many are missing */
          left: z.number(),
          isLow: z.boolean(),
        }),
      ),
    }),
  },
  /** Who would lose their belt if a size had only this many units, by drop. */
  listPromised: {
    endpoint: 'GET /api/admin/belts/:beltId/promised',
    ...one,
    query: z.object({
      size: filled(10),
      stock: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
    }),
    reply: z.object({
      boxes: z.array(z.object({ id: z.string(), name: z.string(), drop: z.string() })),
    }),
  },
  /** `was`: the values on screen, so that a save can't silently overwrite someone else's edit. */
  setStock: {
    endpoint: 'PATCH /api/admin/belts/:beltId/stock',
    ...one,
    body: z.object({
      changes: z
        .array(z.object({ size: filled(10), stock: pieces, was: pieces }))
        .check(z.minLength(1), z.maxLength(20)),
    }),
    reply,
  },
} satisfies Contracts
