import { ShopError } from '../../domain/errors.ts'

/**
 * Refuses what another site makes a browser send (OWASP CSRF Prevention: Fetch Metadata, then Origin). A program without
 * a browser sends neither header, and has no browser's cookie to misuse.
 * @throws ShopError 'foreign_origin'
 */
export function requireOwnOrigin(request: Request) {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isForeign = site !== null ? site !== 'same-origin' && site !== 'none' : false
  if (isForeign || (origin !== null && hostOf(origin) !== new URL(request.url).host)) {
    throw new ShopError('foreign_origin', 'Calls of the owner’s desk come from its own pages only.')
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
