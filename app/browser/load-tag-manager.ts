import type { AnalyticsView } from '../shop/context.ts'
import { type AnalyticsEvent, refusesTracking, sendEventsTo } from './analytics.ts'

const host = 'https://www.googletagmanager.com'
let isLoaded = false

/** Loads the tag manager and the ads conversion once, and passes on the events of spec §1. */
export function loadTagManager({ gtmId, adsId, adsLabel }: AnalyticsView) {
  if (isLoaded || refusesTracking()) return
  isLoaded = true
  const page = window as unknown as { dataLayer?: unknown[] }
  page.dataLayer ??= []
  const layer = page.dataLayer
  function gtag(..._command: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the tag recognizes its commands by this type of object
    layer.push(arguments)
  }
  if (gtmId) {
    layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    addScript(`${host}/gtm.js?id=${gtmId}`)
  }
  if (adsId) {
    gtag('js', new Date())
    gtag('config', adsId, { send_page_view: false })
    addScript(`${host}/gtag/js?id=${adsId}`)
  }
  sendEventsTo((event: AnalyticsEvent) => {
    layer.push(event)
    if (event.event !== 'conversion' || !adsId || !adsLabel) return
    const { value, currency, transaction_id } = event
    gtag('event', 'conversion', { send_to: `${adsId}/${adsLabel}`, value, currency, transaction_id })
  })
}

function addScript(src: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}
