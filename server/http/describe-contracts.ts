import type { Download } from '../../domain/contract.ts'
import type { Shop } from '../shop/shop.ts'
import { openApi } from './openapi.ts'

/** The OpenAPI document including the admin's calls, for signed-in staff. */
export async function describeContracts({ config }: Shop): Promise<Download> {
  return {
    fileName: 'openapi.json',
    contentType: 'application/json',
    content: JSON.stringify(openApi(config, 'staff')),
  }
}
