import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page, Route } from '@playwright/test'

const e2e = path.resolve(import.meta.dirname, '..')
const stub = readFileSync(path.join(e2e, 'stripe-js-stub.js'), 'utf8')
const frame = readFileSync(path.join(e2e, 'stripe-js-frame.html'), 'utf8')
const bankPage = 'https://hooks.stripe.com/stub-bank'

/** Controls what Stripe's addresses do in a journey, and records what was requested from them. */
export type StripeNetwork = {
  /** every Stripe URL the page requested */
  asked: string[]
  /** js.stripe.com doesn't answer */
  isBlocked: boolean
  /** banks ask on their own page instead of in a frame */
  banksRedirect: boolean
  /** this device’s wallet, with its card and the email it gives when asked; null: none */
  wallet: { type: 'applePay' | 'googlePay'; card: string; email: string } | null
}

/**
 * Serves js.stripe.com with a stub of its script, and api.stripe.com with the simulator, whose browser calls accept what
 * the stub sends.
 */
export async function serveStripe(page: Page, simulator: string): Promise<StripeNetwork> {
  const network: StripeNetwork = { asked: [], isBlocked: false, banksRedirect: false, wallet: null }
  await page.route('https://js.stripe.com/**', (route) => {
    const url = route.request().url()
    network.asked.push(url)
    if (network.isBlocked) return route.abort()
    return url.endsWith('.html')
      ? route.fulfill({ contentType: 'text/html', body: frame })
      : route.fulfill({ contentType: 'text/javascript', body: withWallet(network.wallet) })
  })
  await page.route('https://api.stripe.com/**', async (route) => {
    network.asked.push(route.request().url())
    const answer = await forward(route, simulator)
    if (network.banksRedirect && answer.body.next_action) {
      const returnTo = new URLSearchParams(route.request().postData() ?? '').get('return_url') ?? ''
      answer.body.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: { url: bankUrl(answer.body, returnTo) },
      }
    }
    return route.fulfill({
      status: answer.status,
      headers: { 'access-control-allow-origin': '*' },
      json: answer.body,
    })
  })
  await page.route(`${bankPage}**`, (route) => answerAsBank(route, simulator))
  return network
}

function withWallet(wallet: StripeNetwork['wallet']): string {
  const card = wallet && { number: wallet.card, exp_month: '12', exp_year: '2040', cvc: '123' }
  return `const stubWallet = ${JSON.stringify(wallet && { ...wallet, card })}\n${stub}`
}

type Answer = {
  status: number
  body: { id: string; client_secret: string; next_action?: unknown; status: string }
}

async function forward(route: Route, simulator: string): Promise<Answer> {
  const request = route.request()
  const { pathname, search } = new URL(request.url())
  const response = await fetch(`${simulator}/browser${pathname}${search}`, {
    method: request.method(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...(request.method() === 'POST' ? { body: request.postData() ?? '' } : {}),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

function bankUrl({ client_secret }: Answer['body'], returnTo: string): string {
  return `${bankPage}?${new URLSearchParams({ client_secret, return_url: returnTo })}`
}

// A page with two links, each of which tells the simulator and returns to the shop as Stripe does.
async function answerAsBank(route: Route, simulator: string) {
  const query = new URL(route.request().url()).searchParams
  const outcome = query.get('outcome')
  const secret = query.get('client_secret') ?? ''
  const returnTo = query.get('return_url') ?? ''
  if (!outcome) {
    const link = (name: string, to: string) => `<p><a href="?${query}&amp;outcome=${to}">${name}</a></p>`
    return route.fulfill({
      contentType: 'text/html',
      body: `<h1>Your bank</h1>${link('Approve', 'succeeded')}${link('Refuse', 'failed')}`,
    })
  }
  const name = secret.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  const id = secret.split('_secret_')[0]!
  await fetch(`${simulator}/browser/v1/${name}s/${id}/authenticate`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: secret, outcome }),
  })
  const back = new URLSearchParams({
    [name]: id,
    [`${name}_client_secret`]: secret,
    redirect_status: outcome,
  })
  return route.fulfill({ status: 302, headers: { location: `${returnTo}?${back}` } })
}
