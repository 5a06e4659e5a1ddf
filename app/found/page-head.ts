import type { MetaDescriptor } from 'react-router'
import { publicPages } from '../../domain/public-pages.ts'
import type { ShopView } from '../context.ts'
import { linkedData } from './linked-data.ts'
import { desk, giftPage, homeWords, missingPage, pageWords } from './page-words.ts'

/** What makes a head besides the page's own words. */
export type HeadFacts = {
  shop: ShopView
  /** PUBLIC_URL, without a slash at the end: crawlers come through many hosts, the page has one address */
  publicUrl: string
}

/** The success page answers under two paths (app/routes.ts) and is one page. */
const sameAs: Record<string, string> = { '/checkout-success': '/checkout/success' }

/**
 * All that stands in a page's head for search engines and shared links. Made in the root's loader, so that none of
 * these words travel as script.
 * @param path of the request, e.g. `/returns`; unknown ones get the head of the missing page
 */
export function pageHead(path: string, { shop, publicUrl }: HeadFacts): MetaDescriptor[] {
  const trimmed = path === '/' ? path : path.replace(/\/$/, '')
  // What follows is the recipient's: it must not stand in the page.
  const known = trimmed.startsWith('/gift/') ? '/gift' : (sameAs[trimmed] ?? trimmed)
  const words = wordsOf(known, shop.name)
  const title = known === '/' ? words.title : `${words.title} | ${shop.name}`
  const isPublic = publicPages.some((each) => each.path === known)
  const hasNoAddress = words === missingPage || words === giftPage
  const address = `${publicUrl}${known}`
  const picture = `${publicUrl}/og/${words.picture}`
  return [
    { title },
    { name: 'description', content: words.description },
    ...(isPublic ? [] : [{ name: 'robots', content: 'noindex' }]),
    ...(hasNoAddress ? [] : [{ tagName: 'link', rel: 'canonical', href: address }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: words.description },
    ...(hasNoAddress ? [] : [{ property: 'og:url', content: address }]),
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: words.pictureAlt },
    // X takes title, description and picture from the lines above.
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: words.pictureAlt },
    ...(isPublic
      ? [{ 'script:ld+json': linkedData({ path: known, title: words.title, shop, publicUrl }) }]
      : []),
  ]
}

function wordsOf(path: string, shopName: string) {
  if (path === '/') return homeWords(shopName)
  if (path === '/gift') return giftPage
  return pageWords[path] ?? (/^\/admin\b/.test(path) ? desk : missingPage)
}
