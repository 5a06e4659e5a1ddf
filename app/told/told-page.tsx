import { GiftFrame } from '../gift/gift-frame.tsx'
import { pageOf } from '../shop/context.ts'
import { withoutScripts } from '../shop/hydration.ts'
import '../layout/message-page.css'
import '../strap/strap-sheet.css'
import '../ui/strap.css'
import type { Route } from './+types/told-page'

/** Only the server may ask for this page (server/http/told-page.ts). */
export function loader({ context, url }: Route.LoaderArgs) {
  const { frame } = pageOf(context)
  if (!frame) throw new Response(null, { status: 404 })
  return { ...frame, isGift: url.pathname.startsWith('/gift/') }
}

export const handle = withoutScripts

/** The shop's frame around a page that the server writes, such as the one a link in an email opens. */
export default function ToldPage({ loaderData: { title, body, isGift } }: Route.ComponentProps) {
  if (isGift) return <GiftFrame>{body}</GiftFrame>
  return (
    <div className="wrap page message-page">
      <h1>{title}</h1>
      {body}
    </div>
  )
}
