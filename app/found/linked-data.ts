import { fitGuarantee, notSure } from '../home/fit-answers.ts'
import { howSteps } from '../home/how-steps.ts'
import type { HeadFacts } from './page-head.ts'

/** A node of schema.org. */
export type Thing = { [property: string]: string | number | Thing | Thing[] }

/** What search engines read of an indexable page as data: never more than what stands on it. */
export function linkedData(page: HeadFacts & { path: string; title: string }): Thing {
  const { path } = page
  return {
    '@context': 'https://schema.org',
    '@graph': [organization(page), ...(path === '/' ? [product(page), questions()] : [breadcrumbs(page)])],
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
    // The setting's default is a network's front page, which is nobody's profile.
    ...(pathname === '/' ? {} : { sameAs: shop.socialUrl }),
    hasMerchantReturnPolicy: returnPolicy(publicUrl),
  }
}

/** Spec §9 "Policy figures", as the returns page says them. */
function returnPolicy(publicUrl: string): Thing {
  return {
    '@type': 'MerchantReturnPolicy',
    '@id': `${publicUrl}/#returns`,
    applicableCountry: 'US',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: 30,
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

/** Under the words of the home page's own headings: a question that nobody can read there would be invented. */
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

function breadcrumbs({ shop, publicUrl, path, title }: HeadFacts & { path: string; title: string }): Thing {
  const places = [
    { name: shop.name, item: `${publicUrl}/` },
    { name: title, item: `${publicUrl}${path}` },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place })),
  }
}
