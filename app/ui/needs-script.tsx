import type { ReactNode } from 'react'
import { useShop } from '../shop/use-shop.ts'

/** What to do in a browser without JavaScript. `what`: "The cart", "This page". */
export function NeedsScript({ what }: { what: string }) {
  const { supportEmail } = useShop()
  return (
    <noscript>
      <p className="lead">
        {what} needs JavaScript. Turn it on and reload, or write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </noscript>
  )
}

/**
 * What makes a form that its page's script sends work without one: the browser posts it, and the server answers with a page
 * (server/http/plain-forms.ts). Before hydration, app/before-hydration/record-input.ts keeps it for the script.
 */
export const plainForm = (action: string) => ({ method: 'post', action, 'data-scripted': '' }) as const

/** The button of such a form, in place of the one before it, which scripts enable once everything is filled in. */
export function SendWithoutScript({ look = '', children }: { look?: string; children: ReactNode }) {
  return (
    <noscript>
      <button className={`btn ${look}`} type="submit">
        {children}
      </button>
    </noscript>
  )
}
