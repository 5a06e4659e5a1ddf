import contractFile from './contract.json' with { type: 'json' }

/**
 * The part of Stripe's API that the shop speaks, taken from the type declarations of the SDK at its own API version.
 * A trailing `?` and `unset` mean: an empty string clears it.
 */
export type Shape =
  | string
  | { enum: string[]; unset?: boolean }
  | { list: Shape; unset?: boolean }
  | { map: string; unset?: boolean }
  | { oneOf: Shape[]; unset?: boolean }
  | Fields

export type Fields = { fields: Record<string, Shape>; required?: string[]; unset?: boolean }

export type OperationContract = Fields & {
  /** the `object` that it answers with */
  returns: string
  list?: boolean
  /** Stripe has these parameters, the simulator does nothing with them and so refuses them */
  notModelled?: string
}

type Contract = {
  apiVersion: string
  operations: Record<string, OperationContract>
  expandable: Record<string, Record<string, string>>
}

const contract = contractFile as unknown as Contract

export const apiVersion = contract.apiVersion

/** By object and path inside it: the object that stands behind it, '' for one that the simulator never fills. */
export const expandable = contract.expandable

const routes = Object.entries(contract.operations).map(([name, operation]) => {
  const [method, path] = name.split(' ') as [string, string]
  return { name, method, operation, pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`), path }
})

// create_reversal also looks like {id}: the literal path wins.
routes.sort((a, b) => Number(a.path.includes('{id}')) - Number(b.path.includes('{id}')))

/** The operation behind a request, or null when Stripe has none at this address (within what the shop uses). */
export function findOperation(
  method: string,
  path: string,
): { name: string; operation: OperationContract; id: string } | null {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match) return { name: route.name, operation: route.operation, id: decodeURIComponent(match[1] ?? '') }
  }
  return null
}
