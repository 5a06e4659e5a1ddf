import type { MetaDescriptor } from 'react-router'
import { type BeltOnPage, genderNames, styleNames } from '../../domain/belt.ts'
import { publicName } from '../../domain/drop.ts'
import { starsLabel } from '../../domain/feedback.ts'
import { publicPages } from '../../domain/public-pages.ts'
import type { BeltReviews } from '../../domain/review.ts'
import { terms } from '../../domain/terms.ts'
import { howSteps } from '../home/how-steps.ts'
import type { ShopView } from '../shop/context.ts'
import { fitGuarantee, notSure } from '../sizing/size-table.tsx'
import {
  adminPage,
  giftPage,
  handoverPage,
  homeCopy,
  missingPage,
  pageMeta,
  reviewPage,
  toldPage,
} from './page-meta.ts'
import { type PageSubject, subjectMeta } from './page-subject.ts'

/** What a page's head is made from, besides the page's own text. */
export type HeadFacts = {
  shop: ShopView
  /** PUBLIC_URL without a trailing slash: crawlers use many hosts, the page has one URL */
  publicUrl: string
  /** the belt or drop in the URL; null: none, or one without a page */
  subject?: PageSubject | null
}

/** The success page has two paths (app/routes.ts) but is one page. */
const sameAs: Record<string, string> = { '/checkout-success': '/checkout/success' }

/**
 * Everything in a page's head for search engines and shared links. Made in the root loader, so that none of it ships
 * as JavaScript.
 * @param path of the request, e.g. `/returns`; unknown paths get the head of the 404 page
 */
export function pageHead(path: string, { shop, publicUrl, subject = null }: HeadFacts): MetaDescriptor[] {
  // Pages are found in any case.
  const trimmed = path === '/' ? path : path.replace(/\/$/, '').toLowerCase()
  // The rest of the path is the recipient's token: it must not appear in the page.
  const known = /^\/(gift|review|handover)(?=\/)/.exec(trimmed)?.[0] ?? sameAs[trimmed] ?? trimmed
  const words = (subject && subjectMeta(subject, shop.today)) ?? wordsOf(known, shop.name)
  const title = known === '/' ? words.title : `${words.title} | ${shop.name}`
  const isPublic = subject ? subject.standing !== 'veiled' : publicPages.some((each) => each.path === known)
  const hasNoAddress = [missingPage, giftPage, reviewPage, handoverPage, toldPage].includes(words)
  const address = `${publicUrl}${known}`
  const picture = `${publicUrl}/og/${words.picture}`
  return [
    { title },
    { name: 'description', content: words.description },
    ...(isPublic ? [] : [{ name: 'robots', content: 'noindex' }]),
    ...(hasNoAddress ? [] : [{ tagName: 'link', rel: 'canonical', href: address }]),
    ...(/^\/letters\b/.test(known)
      ? [
          {
            ...{
              tagName: 'link',
              rel: 'alternate',
              type: 'application/rss+xml',
              title: `${shop.name} letters`,
            },
            href: `${publicUrl}/letters/rss.xml`,
          },
        ]
      : []),
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
    // X falls back to the tags above for title, description and picture.
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: words.pictureAlt },
    ...(isPublic
      ? [{ 'script:ld+json': linkedData({ path: known, title: words.title, shop, publicUrl, subject }) }]
      : []),
  ]
}

function wordsOf(path: string, shopName: string) {
  if (path === '/') return homeCopy(shopName)
  if (path === '/page/told') return toldPage
  if (path === '/gift') return giftPage
  if (path === '/review') return reviewPage
  if (path === '/handover') return handoverPage
  const isAdmin = /^\/admin\b(?!\/page\/not-found$)/.test(path)
  return pageMeta[path] ?? (isAdmin ? adminPage : missingPage)
}

/** A schema.org node. */
type Thing = { [property: string]: string | number | string[] | Thing | Thing[] }

/** The structured data of an indexable page: never more than what is visible on it. */
function linkedData(page: HeadFacts & { path: string; title: string }): Thing {
  const { path } = page
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(page),
      ...(path === '/' ? [product(page), questions()] : [breadcrumbs(page)]),
      ...(page.subject && 'belt' in page.subject ? [beltThing(page, page.subject)] : []),
    ],
  }
}

function organization({ shop, publicUrl }: HeadFacts): Thing {
  const { pathname } = new URL(shop.socialUrl || publicUrl)
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: shop.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    email: shop.supportEmail,
    // The default is a network's home page, not a profile.
    ...(pathname === '/' ? {} : { sameAs: shop.socialUrl }),
    hasMerchantReturnPolicy: returnPolicy(publicUrl),
  }
}

/** Spec §9 "Policy figures", as on the returns page. */
function returnPolicy(publicUrl: string): Thing {
  return {
    '@type': 'MerchantReturnPolicy',
    '@id': `${publicUrl}/#returns`,
    applicableCountry: 'US',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: terms.returnDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/FreeReturn',
    refundType: 'https://schema.org/FullRefund',
    merchantReturnLink: `${publicUrl}/returns`,
  }
}

function product({ shop, publicUrl }: HeadFacts): Thing {
  return {
    '@type': 'Product',
    '@id': `${publicUrl}/#product`,
    name: `${shop.name} membership`,
    description: 'A leather belt every month in your size and style, with free shipping and exchanges.',
    image: `${publicUrl}/og/home.jpg`,
    brand: { '@type': 'Brand', name: shop.name },
    offers: shop.plans.map((plan) => ({
      '@type': 'Offer',
      sku: plan.id,
      name: plan.name,
      price: (plan.stripeAmount / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/NewCondition',
      url: `${publicUrl}/#plans`,
      seller: { '@id': `${publicUrl}/#organization` },
      hasMerchantReturnPolicy: { '@id': `${publicUrl}/#returns` },
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: (plan.stripeAmount / 100).toFixed(2),
        priceCurrency: 'USD',
        billingDuration: `P${plan.months}M`,
        referenceQuantity: { '@type': 'QuantitativeValue', value: plan.months, unitCode: 'MON' },
      },
    })),
  }
}

/** A belt isn't sold on its own, so it has no offer. */
function beltThing({ shop, publicUrl }: HeadFacts, { belt, reviews }: BeltOnPage): Thing {
  const pictures = [belt.imageUrl, belt.detailImageUrl].filter((each) => each !== null)
  return {
    '@type': 'Product',
    '@id': `${publicUrl}/belts/${belt.slug}#belt`,
    name: belt.name,
    description: belt.description,
    url: `${publicUrl}/belts/${belt.slug}`,
    sku: belt.sku,
    category: `${genderNames[belt.gender]}’s ${styleNames[belt.style].toLowerCase()} belts`,
    material: belt.material,
    color: belt.colors.join(', '),
    width: { '@type': 'QuantitativeValue', value: Number.parseInt(belt.width, 10), unitCode: 'MMT' },
    brand: { '@type': 'Brand', name: shop.name },
    audience: { '@type': 'PeopleAudience', suggestedGender: belt.gender },
    ...(pictures.length > 0 ? { image: pictures.map((each) => publicUrl + each) } : {}),
    // Search engines would show invented stars as real ones.
    ...(reviews && !shop.isInvented ? saidOf(reviews) : {}),
  }
}

/** The rating and reviews shown on the page. */
function saidOf({ count, average, shown }: BeltReviews): Thing {
  const rating = (value: string | number) => ({ ratingValue: value, bestRating: 5, worstRating: 1 })
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ...rating(starsLabel(average)),
      reviewCount: count,
    },
    review: shown.map(({ stars, text, by, writtenOn }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ...rating(stars) },
      author: { '@type': 'Person', name: by },
      datePublished: writtenOn,
      ...(text === '' ? {} : { reviewBody: text }),
    })),
  }
}

/** Uses the home page's own headings: a question that isn't visible there would be made up. */
function questions(): Thing {
  const asked = [
    { title: 'How It Works', words: howSteps.map(({ title, words }) => `${title}: ${words}`).join(' ') },
    fitGuarantee,
    notSure,
  ]
  return {
    '@type': 'FAQPage',
    mainEntity: asked.map(({ title, words }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: words.replaceAll('\u00a0', ' ') },
    })),
  }
}

function breadcrumbs(page: HeadFacts & { path: string; title: string }): Thing {
  const { shop, publicUrl, path, title, subject } = page
  const above = subject
    ? 'belt' in subject
      ? [
          { name: 'Belts', item: `${publicUrl}/belts` },
          {
            name: publicName(subject.drop, shop.today).title,
            item: `${publicUrl}/drops/${subject.drop.drop}`,
          },
        ]
      : [{ name: 'Drops', item: `${publicUrl}/drops` }]
    : []
  const places = [
    { name: shop.name, item: `${publicUrl}/` },
    ...above,
    { name: subject && 'belt' in subject ? subject.belt.name : title, item: `${publicUrl}${path}` },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place })),
  }
}
