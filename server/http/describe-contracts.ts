import type { Download } from '../../domain/contract.ts'
import type { Shop } from '../shop/shop.ts'
import { openApi } from './openapi.ts'

/** The OpenAPI document with the admin's calls, for whoever may sign in to it. */
export async function describeContracts({ config }: Shop): Promise<Download> {
  return {
    fileName: 'openapi.json',
    contentType: 'application/json',
    content: JSON.stringify(openApi(config, 'staff')),
  }
}
