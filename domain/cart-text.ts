import { type Style, styleNames } from './belt.ts'
import type { CartItem } from './cart.ts'
import { sizeAsMeasured } from './measured.ts'
import { unsureSize } from './sizing.ts'

/** "Dress, Casual, size 36": the choices, as shown in cart and emails. */
export function beltsText(item: Pick<CartItem, 'styles' | 'size' | 'measured'>): string {
  const names = item.styles.map((style) => styleNames[style as Style] ?? style)
  return [...names, sizeText(item)].join(', ')
}

function sizeText({ size, measured }: Pick<CartItem, 'size' | 'measured'>): string {
  if (/^\d+$/.test(size)) return `size ${sizeAsMeasured(size, measured)}`
  return size === unsureSize ? 'size unsure' : size
}

/** "For you, Maya Ellison" or "Gift for Ines Ellison". */
export function forWhom({
  recipientType,
  shippingDetails,
}: Pick<CartItem, 'recipientType' | 'shippingDetails'>): string {
  const name = shippingDetails?.fullName ?? ''
  if (recipientType === 'gift') return name ? `Gift for ${name}` : 'A gift'
  return name ? `For you, ${name}` : 'For you'
}

/** "418 Alder Street, Los Angeles, CA 90026", or "" if there is no address. */
export function addressText({ shippingDetails: address }: Pick<CartItem, 'shippingDetails'>): string {
  if (!address) return ''
  const place = `${address.state} ${address.zipCode}`.trim()
  return [address.address, address.address2, address.city, place].filter(Boolean).join(', ')
}
