import type { products } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import type { MailPicture } from './layout.tsx'

type Pictured = Pick<typeof products.$inferSelect, 'id' | 'imageUrl' | 'imageAlt'>

/** A belt's picture for emails; nothing if the belt has none. */
export function pictureOf({ config }: Shop, belt: Pictured): { picture?: MailPicture } {
  if (!belt.imageUrl) return {}
  return { picture: { src: `${config.publicUrl}/og/belts/${belt.id}.jpg`, alt: belt.imageAlt } }
}
