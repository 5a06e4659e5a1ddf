import { expect, it } from 'vitest'
import { accountCalls } from '../../domain/account/calls.ts'
import { adminCalls } from '../../domain/admin/calls.ts'
import { endpoints } from '../../domain/api.ts'
import type { Call } from '../../domain/call.ts'
import { createTestShop } from '../../test/create-test-shop.ts'

it('describes every call with its body and its reply', async () => {
  const test = await createTestShop()
  const response = await test.app.request('/api/openapi.json')
  const document = await response.json()
  await test.close()
  expect(document.openapi).toBe('3.1.0')
  for (const endpoint of Object.values(endpoints)) {
    const [method, path] = endpoint.split(' ') as [string, string]
    const call = document.paths[path][method.toLowerCase()]
    expect(call.requestBody.content['application/json'].schema.type).toBe('object')
    expect(call.responses['200'].content['application/json'].schema.type).toBe('object')
  }
  const intent =
    document.paths['/api/create-payment-intent'].post.requestBody.content['application/json'].schema
  expect(intent.properties.cartItems.items.properties.planId.type).toBe('string')
  for (const [name, { endpoint }] of Object.entries<Call>({ ...adminCalls, ...accountCalls })) {
    const [method, path] = endpoint.split(' ') as [string, string]
    const call = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    expect(call.operationId).toBe(name)
    const inPath = call.parameters.filter((each: { in: string }) => each.in === 'path')
    expect(inPath).toHaveLength(path.match(/:/g)?.length ?? 0)
  }
})
