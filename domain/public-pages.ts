/** A page that search engines may list. */
export type PublicPage = {
  path: string
  /** YYYY-MM or YYYY-MM-DD where the page itself names the day of its last change; null: it names none */
  lastChanged: string | null
}

/** Every indexable page of the shop: what the sitemap names, and what carries no noindex. */
export const publicPages: readonly PublicPage[] = [
  { path: '/', lastChanged: null },
  { path: '/returns', lastChanged: null },
  { path: '/contact', lastChanged: null },
  // Nothing of a visitor is in its first answer: what lies in the cart lives in the visitor's tab.
  { path: '/cart', lastChanged: null },
  // The date that both pages show (spec §2).
  { path: '/privacy', lastChanged: '2025-01' },
  { path: '/terms', lastChanged: '2025-01' },
  { path: '/accessibility', lastChanged: '2026-11' },
]
