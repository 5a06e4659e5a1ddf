import { toJSONSchema, type ZodMiniType } from 'zod/mini'
import { api } from '../domain/api.ts'
import { type EndpointName, endpoints } from '../domain/endpoints.ts'

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

/** The OpenAPI 3.1 document of every call, made from the same table that parses them. */
export function openApi(shopName: string, publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const [method, path] = endpoints[name].split(' ') as [string, string]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name) }
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

// A rule that code holds (a transform, a pattern in a function) is left open rather than left out.
function json(schema: ZodMiniType, io: 'input' | 'output') {
  return { 'application/json': { schema: toJSONSchema(schema, { io, unrepresentable: 'any' }) } }
}
