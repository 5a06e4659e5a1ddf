/** A page that search engines may list. */
export type PublicPage = {
  path: string
  /** YYYY-MM or YYYY-MM-DD where the page itself names the day of its last change; null: it names none */
  lastChanged: string | null
}

/** Every indexable page of the shop: what the sitemap names, and what carries no noindex. */
export const publicPages: readonly PublicPage[] = [
  { path: '/', lastChanged: null },
  // Those of single belts and drops the database knows (server/catalog/belt-pages.ts).
  { path: '/belts', lastChanged: null },
  { path: '/drops', lastChanged: null },
  { path: '/letters', lastChanged: null },
  { path: '/returns', lastChanged: null },
  { path: '/contact', lastChanged: null },
  // The date that both pages show (spec §2).
  { path: '/privacy', lastChanged: '2025-01' },
  { path: '/terms', lastChanged: '2025-01' },
  { path: '/accessibility', lastChanged: '2026-11' },
]
