import type { World } from './world.ts'

export type Contract<Params> = { world: World; params: Params; id: string }
type Operation = (call: Contract<never>) => object

/** Operations by method and path, as named in contract.json. */
export type Operations = Record<string, Operation>

/** The source of list endpoints: everything that matches, newest first, before paging. */
export type Listed = { object: 'list'; all: { id: string }[] }

export function listed(all: Iterable<{ id: string }>): Listed {
  return { object: 'list', all: [...all].reverse() }
}

export type CreatedRange = number | { gt?: number; gte?: number; lt?: number; lte?: number } | undefined

export function isCreatedIn(range: CreatedRange, created: number): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  return (
    created > (range.gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (range.gte ?? Number.NEGATIVE_INFINITY) &&
    created < (range.lt ?? Number.POSITIVE_INFINITY) &&
    created <= (range.lte ?? Number.POSITIVE_INFINITY)
  )
}
