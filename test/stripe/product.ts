import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

type ProductParams = {
  name: string
  active?: boolean
  description?: string
  id?: string
  metadata?: Metadata
  tax_code?: string
  unit_label?: string
  statement_descriptor?: string
}

function newProduct(world: World, params: ProductParams) {
  return {
    id: params.id ?? world.newId('prod', 14),
    object: 'product' as const,
    active: params.active ?? true,
    created: world.now(),
    default_price: null,
    description: params.description ?? null,
    images: [] as string[],
    livemode: false as const,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: params.statement_descriptor ?? null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: 'service' as const,
    unit_label: params.unit_label ?? null,
    updated: world.now(),
    url: null,
  }
}

export type Product = ReturnType<typeof newProduct>

export const productOperations: Operations = {
  'POST /v1/products': ({ world, params }: { world: World; params: ProductParams }) => {
    if (params.id !== undefined && world.products.has(params.id))
      throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
    const product = newProduct(world, params)
    world.products.set(product.id, product)
    emit(world, 'product.created', product)
    return product
  },
  'GET /v1/products/{id}': ({ world, id }) => {
    const product = world.products.get(id)
    if (!product) throw noSuch('product', id)
    return product
  },
  'POST /v1/products/{id}': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: { name?: string; active?: boolean }
  }) => {
    const product = world.products.get(id)
    if (!product) throw noSuch('product', id)
    if (params.name !== undefined) product.name = params.name
    if (params.active !== undefined) product.active = params.active
    product.updated = world.now()
    emit(world, 'product.updated', product)
    return product
  },
  'GET /v1/products': ({
    world,
    params,
  }: {
    world: World
    params: { active?: boolean; ids?: string[]; created?: CreatedRange }
  }) =>
    listed(
      [...world.products.values()].filter(
        (product) =>
          (params.active === undefined || product.active === params.active) &&
          (params.ids === undefined || params.ids.includes(product.id)) &&
          isCreatedIn(params.created, product.created),
      ),
    ),
}
