import { Elements } from '@stripe/react-stripe-js'
import type { Appearance, CustomFontSource, Stripe } from '@stripe/stripe-js'
import { type ReactNode, useEffect, useMemo, useState } from 'react'

const family = 'Hanken Grotesk Variable'

type ShopElementsProps = {
  stripe: Stripe
  /** the payment or setup that the fields are for, if any */
  clientSecret?: string
  children: ReactNode
}

/** Stripe's fields in the shop's look. Elements can't change its client secret, so the secret is the key. */
export function ShopElements({ stripe, clientSecret, children }: ShopElementsProps) {
  const appearance = useShopAppearance()
  const [fonts] = useState(shopFonts)
  const options = useMemo(
    () => ({ appearance, fonts, ...(clientSecret === undefined ? {} : { clientSecret }) }),
    [clientSecret, appearance, fonts],
  )
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      {children}
    </Elements>
  )
}

/** The shop's styling for the provider's iframes, read from the current theme's CSS variables. */
function useShopAppearance(): Appearance {
  const [appearance, setAppearance] = useState(shopAppearance)
  useEffect(() => {
    const observer = new MutationObserver(() => setAppearance(shopAppearance()))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return appearance
}

/** The shop's text font. The provider's frames use https and can only fetch https URLs. */
function shopFonts(): CustomFontSource[] {
  // Every page preloads it (app/root.tsx); importing its URL here would create an extra chunk.
  const font = document.querySelector<HTMLLinkElement>('link[as=font][href*=hanken]')
  if (!font) return []
  const url = new URL(font.href)
  return url.protocol === 'https:' ? [{ family, src: `url(${url.href})`, weight: '400 660' }] : []
}

function shopAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const edge = `1px solid ${token('--edge')}`
  return {
    theme: document.documentElement.dataset.theme === 'dark' ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      fontFamily: `"${family}", system-ui, -apple-system, "Segoe UI", sans-serif`,
      fontSizeBase: '16px',
      fontLineHeight: '1.4',
      spacingUnit: '4px',
      gridRowSpacing: '1.1rem',
      gridColumnSpacing: '1rem',
      borderRadius: token('--r-field'),
      focusBoxShadow: 'none',
      focusOutline: `2px solid ${token('--focus')}`,
      colorPrimary: token('--accent'),
      accessibleColorOnColorPrimary: token('--on-accent'),
      colorBackground: token('--raised'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorTextPlaceholder: token('--ink-2'),
      colorDanger: token('--bad'),
      colorWarning: token('--warn'),
      colorSuccess: token('--good'),
      iconColor: token('--ink-2'),
    },
    rules: {
      '.Label': {
        color: token('--ink'),
        fontSize: token('--t-small'),
        fontWeight: '540',
        marginBottom: '0.4rem',
      },
      '.Input': { border: edge, boxShadow: 'none', fontSize: token('--t-body'), padding: '0.85rem 0.95rem' },
      '.Input:hover': { borderColor: token('--ink') },
      '.Input--invalid': {
        borderColor: token('--bad'),
        boxShadow: `0 0 0 1px ${token('--bad')}`,
        color: token('--ink'),
      },
      '.Error': { color: token('--bad'), fontSize: token('--t-small') },
      '.Tab': { border: edge, boxShadow: 'none', backgroundColor: token('--raised') },
      '.Tab--selected': {
        borderColor: token('--accent'),
        backgroundColor: token('--accent-soft'),
        color: token('--ink'),
      },
      '.AccordionItem': { border: edge, boxShadow: 'none', backgroundColor: token('--raised') },
      '.Block': { border: edge, boxShadow: 'none' },
    },
  }
}
