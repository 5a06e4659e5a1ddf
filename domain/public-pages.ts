/** A page that search engines may list. */
export type PublicPage = {
  path: string
  /** YYYY-MM or YYYY-MM-DD if the page itself states the day of its last change; null: it doesn't */
  lastChanged: string | null
}

/** Every indexable page of the shop: those in the sitemap, without noindex. */
export const publicPages: readonly PublicPage[] = [
  { path: '/', lastChanged: null },
  // Pages of single belts and drops come from the database (server/catalog/belt-pages.ts).
  { path: '/belts', lastChanged: null },
  { path: '/drops', lastChanged: null },
  { path: '/letters', lastChanged: null },
  { path: '/returns', lastChanged: null },
  { path: '/contact', lastChanged: null },
  // The date both pages show (spec §2).
  { path: '/privacy', lastChanged: '2025-01' },
  { path: '/terms', lastChanged: '2025-01' },
  { path: '/accessibility', lastChanged: '2026-11' },
]
