import contractFile from './contract.json' with { type: 'json' }

/**
 * The part of Stripe's API the shop uses, taken from the SDK's type declarations at its own API version. A trailing `?`
 * and `unset` mean that an empty string clears it.
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
  /** the `object` in its reply */
  returns: string
  list?: boolean
  /** Stripe has these parameters, but the simulator doesn't implement them, so it refuses them */
  notModelled?: string
}

type Contract = {
  apiVersion: string
  operations: Record<string, OperationContract>
  expandable: Record<string, Record<string, string>>
}

const contract = contractFile as unknown as Contract

export const apiVersion = contract.apiVersion

/** By object and path inside it: the type of object at that path; '' for one the simulator never fills in. */
export const expandable = contract.expandable

const routes = Object.entries(contract.operations).map(([name, operation]) => {
  const [method, path] = name.split(' ') as [string, string]
  return { name, method, operation, pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`), path }
})

// create_reversal also matches {id}, so the literal path goes first.
routes.sort((a, b) => Number(a.path.includes('{id}')) - Number(b.path.includes('{id}')))

/** The operation behind a request; null if Stripe has none at this path (within what the shop uses). */
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
