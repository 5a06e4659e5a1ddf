import type { products } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import type { MailPicture } from './layout.tsx'

type Pictured = Pick<typeof products.$inferSelect, 'id' | 'imageUrl' | 'imageAlt'>

/** The picture of a belt as mails show it; nothing for a belt without one. */
export function pictureOf({ config }: Shop, belt: Pictured): { picture?: MailPicture } {
  if (!belt.imageUrl) return {}
  return { picture: { src: `${config.publicUrl}/og/belts/${belt.id}.jpg`, alt: belt.imageAlt } }
}
