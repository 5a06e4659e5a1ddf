import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { longestSlug, slugPattern } from '../slug.ts'
import { done, filled, id } from './fields.ts'

/** Spec §5 "Product type form": what the owner enters; an order that isn't a whole number becomes 0. */
const productTypeFields = z.object({
  name: filled(80, 'Name is required'),
  slug: filled(longestSlug, 'Slug is required').check(
    z.regex(slugPattern, 'Use lowercase letters, numbers and single hyphens, like dress-belts.'),
  ),
  description: filled(600, 'Description is required'),
  displayOrder: z.catch(z.int().check(z.minimum(0), z.maximum(9999)), 0),
  isActive: z._default(z.boolean(), true),
})

export type ProductTypeFields = z.output<typeof productTypeFields>

const productTypeView = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  displayOrder: z.number(),
  isActive: z.boolean(),
  /** ISO instants */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** belts whose style has this slug */
  belts: z.number(),
})
export type ProductTypeView = z.output<typeof productTypeView>

const one = { params: z.object({ productTypeId: id }) }
const reply = z.object({ productType: productTypeView })
const list = z.object({ productTypes: z.array(productTypeView) })

/** Spec §7 "/api/admin/product-types"; the call that orders them all is our own. */
export const productTypeContracts = {
  listProductTypes: { endpoint: 'GET /api/admin/product-types', reply: list },
  createProductType: { endpoint: 'POST /api/admin/product-types', body: productTypeFields, reply },
  updateProductType: {
    endpoint: 'PATCH /api/admin/product-types/:productTypeId',
    ...one,
    /**
     * `was`: the values the form opened with, so that a save can't silently overwrite someone else's edit. Without it the
     * type is saved regardless.
     */
    body: z.extend(productTypeFields, { was: z.optional(productTypeFields) }),
    reply,
  },
  deleteProductType: { endpoint: 'DELETE /api/admin/product-types/:productTypeId', ...one, reply: done },
  /** the ids of all types, in order */
  orderProductTypes: {
    endpoint: 'POST /api/admin/product-types/order',
    body: z.object({ ids: z.array(id).check(z.maxLength(1000)) }),
    reply: list,
  },
} satisfies Contracts
