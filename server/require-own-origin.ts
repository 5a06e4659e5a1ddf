import { ShopError } from '../domain/errors.ts'
import type { Shop } from './shop.ts'

/**
 * Refuses what another site makes a browser send (OWASP CSRF Prevention: Fetch Metadata, then Origin). A program without
 * a browser sends neither header, and has no browser's cookie to misuse.
 * @throws ShopError 'foreign_origin'
 */
export function requireOwnOrigin(shop: Shop, request: Request) {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  // Behind a proxy the request may name the proxy's inner host; visitors know PUBLIC_URL.
  const own = [new URL(request.url).host, hostOf(shop.config.publicUrl)]
  const isForeign = site !== null && site !== 'same-origin' && site !== 'none'
  if (isForeign || (origin !== null && !own.includes(hostOf(origin)))) {
    throw new ShopError('foreign_origin', 'This call comes from the shop’s own pages only.')
  }
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}
