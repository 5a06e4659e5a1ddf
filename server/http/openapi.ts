import { toJSONSchema, type ZodMiniType } from 'zod/mini'
import { accountContracts } from '../../domain/account/contracts.ts'
import { signInContracts } from '../../domain/admin/auth-contracts.ts'
import { adminContracts } from '../../domain/admin/contracts.ts'
import { api } from '../../domain/api.ts'
import type { Contract, Download } from '../../domain/contract.ts'
import { type EndpointName, endpoints } from '../../domain/endpoints.ts'
import type { Config } from '../shop/config.ts'
import type { Shop } from '../shop/shop.ts'

const error = {
  description: 'The call was refused; message says what to do.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'message', 'fields'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          fields: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
  },
}

/**
 * The OpenAPI 3.1 document of the calls, generated from the same tables that parse them. Only staff see the admin's
 * calls; everyone else gets the calls of visitors and members and those for signing in.
 */
export function openApi({ shopName, publicUrl }: Config, readers: 'everybody' | 'staff') {
  const staffContracts = readers === 'staff' ? adminContracts : {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const [method, path] = endpoints[name].split(' ') as [string, string]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name) }
  }
  for (const [name, call] of Object.entries<Contract>({
    ...signInContracts,
    ...staffContracts,
    ...accountContracts,
  })) {
    const [method, pattern] = call.endpoint.split(' ') as [string, string]
    const path = pattern.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, call) }
  }
  return { openapi: '3.1.0', info: { title: shopName, version: '1' }, servers: [{ url: publicUrl }], paths }
}

function operation(name: EndpointName) {
  const { body, reply } = api[name]
  return {
    operationId: name,
    requestBody: { required: true, content: json(body, 'input') },
    responses: { 200: { description: 'Done.', content: json(reply, 'output') }, '4XX': error, '5XX': error },
  }
}

// Calls of the admin and of the member's page need a session cookie, which the document can't provide.
function operationOf(name: string, { params, query, body, reply }: Contract) {
  const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return {
    operationId: name,
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body
      ? { requestBody: { required: true, content: body === 'file' ? file : json(body, 'input') } }
      : {}),
    responses: {
      200: { description: 'Done.', content: reply === 'file' ? file : json(reply, 'output') },
      '4XX': error,
      '5XX': error,
    },
  }
}

function parameters(place: 'path' | 'query', schema: ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }))
}

// What a schema can't express (a transform, a check in code) accepts anything rather than failing.
function json(schema: ZodMiniType, io: 'input' | 'output') {
  return { 'application/json': { schema: toJSONSchema(schema, { io, unrepresentable: 'any' }) } }
}

/** The OpenAPI document including the admin's calls, for signed-in staff. */
export async function describeContracts({ config }: Shop): Promise<Download> {
  return {
    fileName: 'openapi.json',
    contentType: 'application/json',
    content: JSON.stringify(openApi(config, 'staff')),
  }
}
