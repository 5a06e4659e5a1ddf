import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type GiftPageView, giftContracts } from '../../domain/account/gift-contracts.ts'
import { stateCode } from '../../domain/address.ts'
import { styleNames, styles } from '../../domain/belt.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import {
  beltsSentence,
  giftTitle,
  nextBeltSentence,
  openAnswers,
  signatureOf,
} from '../../domain/gift-copy.ts'
import { type AddressView, addressLine } from '../../domain/membership-view.ts'
import { sizeConfirmation } from '../../domain/quiz.ts'
import { beltSizes, measuredSizeOf, measuredWord, sizeQuestion, unsureSize } from '../../domain/sizing.ts'
import { chooseForGift } from '../gifts/choose-for-gift.ts'
import { openGift } from '../gifts/open-gift.ts'
import { addressOf } from '../shop/address.ts'
import { parseInput } from '../shop/parse-input.ts'
import type { Shop } from '../shop/shop.ts'
import { callerIn } from './account-api.ts'
import { limitTo } from './call-input.ts'
import { plainHeaders, plainPage } from './plain-page.ts'
import { isOnThisMachine, requireOwnOrigin } from './require-own-origin.ts'

/** Bytes of the form: six lines of 200 characters in any encoding, as typed and as they were before. */
const largestForm = 32 * 1024

const look = `
  :root { --paper: #f7f5f1; --field: #fff; --edge: #7d756b; --bad: #96201a }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #25201b; --field: #2f2923; --edge: #8f8376; --bad: #f2a093 }
  }
  .letter { margin: 0 0 2rem; padding: clamp(1.5rem, 6vw, 3rem); background: var(--paper); border-radius: 3px }
  .letter blockquote { margin: 0; font: 1.5rem/1.4 Georgia, serif; white-space: pre-line; overflow-wrap: anywhere }
  figcaption { margin-top: 1rem; color: var(--quiet) }
  h2, legend { font: 600 1.35rem/1.25 Georgia, serif; margin: 0 0 .75rem; padding: 0 }
  fieldset { margin: 0 0 2rem; padding: 0; border: 0; min-width: 0 }
  .picks { display: flex; flex-wrap: wrap; gap: 0 1.5rem }
  .picks label, .agree { display: flex; gap: .6rem; align-items: center; min-height: 2.75rem }
  input[type=radio], input[type=checkbox] { flex: none; width: 1.25rem; height: 1.25rem; accent-color: var(--accent) }
  .agree { margin-top: .75rem }
  .field { display: grid; gap: .25rem; margin-bottom: .9rem }
  .field input { box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0 .9rem; font: inherit; color: inherit;
    background: var(--field); border: 1px solid var(--edge); border-radius: 5px }
  .err { margin: .25rem 0 0; color: var(--bad) }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1.5rem; margin: 0 0 1.5rem }
  dt { color: var(--quiet) }
  dd { margin: 0; overflow-wrap: anywhere }
  @media (prefers-reduced-motion: no-preference) {
    .letter { animation: unfold .7s .2s cubic-bezier(.2, .7, .2, 1) both }
    @keyframes unfold { from { clip-path: inset(0 0 100%); opacity: 0 } to { clip-path: inset(0) } }
  }
`

/** Whether the request is for a gift's script-free letter: its address with `?letter`. */
export function asksForLetter(context: Context): boolean {
  return addressOf(context).path.startsWith('/gift/') && context.req.query('letter') !== undefined
}

/**
 * A gift's page without scripts, at its own address with `?letter`: the letter, and a form for style, size and address.
 * The regular page redirects here if scripts are off. The rules and rate limits are those of the calls.
 */
export function mountGiftLetter(app: Hono, shop: Shop) {
  const callerOf = (context: Context) =>
    callerIn(shop, context, isOnThisMachine(shop.config.publicUrl, context.req.raw))

  app.get('/gift/:token', async (context, next) => {
    if (!asksForLetter(context)) return next()
    return answer(context, async () => {
      const gift = await openGift(shop, { token: context.req.param('token') }, null, callerOf(context))
      const isAsked = !gift.isChosen || gift.size === unsureSize || context.req.query('change') !== undefined
      return send(context, gift, isAsked ? form(gift, gift.isChosen) : chosen(gift))
    })
  })
  app.post('/gift/:token', limitTo(largestForm), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    return answer(context, async () => {
      const token = context.req.param('token')
      const gift = await openGift(shop, { token }, null, callerOf(context))
      const sent = await context.req.parseBody({ all: true })
      const typed = typedOf(sent)
      const was = wasOf(sent.was)
      let errors = openAnswers(gift.gender, typed)
      if (Object.keys(errors).length === 0) {
        try {
          const input = parseInput(giftContracts.chooseForGift.body, { token, ...typed, ...(was && { was }) })
          const saved = await chooseForGift(shop, input, null, callerOf(context))
          // With nothing left to choose the link has expired, so there is no page to go to.
          return isOpen(saved) ? context.redirect('?letter', 303) : send(context, saved, chosen(saved))
        } catch (error) {
          errors = wrongFields(error)
        }
      }
      return send(context, gift, form({ ...gift, ...typed }, typed.isConfirmed, errors, was ?? gift), 400)
    })
  })
}

/** @throws any error that isn't about the form's fields */
function wrongFields(error: unknown): Record<string, string> {
  if (!(error instanceof ShopError) || error.code !== 'invalid_body') throw error
  const fields = Object.entries(error.fields ?? {})
  if (fields.length === 0) return { form: error.message }
  return Object.fromEntries(fields.map(([path, words]) => [path.split('.').at(-1)!, words]))
}

type Typed = Pick<GiftPageView, 'styles' | 'size' | 'address'> & { isConfirmed: boolean }

type Was = Pick<GiftPageView, 'styles' | 'size' | 'address'>

/** What the form started with, as it says itself; undefined if it isn't what we wrote there. */
function wasOf(written: unknown): Was | undefined {
  try {
    return giftContracts.chooseForGift.body.shape.was.safeParse(JSON.parse(String(written))).data
  } catch {
    return undefined
  }
}

function typedOf(form: Record<string, unknown>): Typed {
  const line = (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '')
  const ticked = [form.style].flat()
  const address = Object.fromEntries(addressFields.map(([key]) => [key, line(key)])) as AddressView
  return {
    styles: styles.filter((style) => ticked.includes(style)),
    size: line('size'),
    isConfirmed: line('confirm') !== '',
    address: { ...address, state: stateCode(address.state) },
  }
}

async function answer(context: Context, page: () => Promise<Response>): Promise<Response> {
  try {
    return await page()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const isOver = error.code === 'not_found'
    const words = html`<p>${error.message}</p><p><a href="/account">Go to my page</a></p>`
    const page = plainPage(isOver ? 'This link has expired' : 'Not just now', String(words))
    return context.html(page, isOver ? 404 : error.code === 'too_many_requests' ? 429 : 400, plainHeaders())
  }
}

function send(context: Context, gift: GiftPageView, below: Html, status: 200 | 400 = 200) {
  const counted = { ...gift, belts: gift.boxes.length }
  const body = html`<p>${beltsSentence(counted)} ${nextBeltSentence(gift)}</p>
${gift.message && html`<figure class="letter"><blockquote>${gift.message}</blockquote><figcaption>${signatureOf(gift)}</figcaption></figure>`}
${below}`
  return context.html(plainPage(giftTitle(counted), String(body), look), status, plainHeaders(look))
}

type Html = ReturnType<typeof html>

const isOpen = ({ boxes }: GiftPageView) => boxes.some((box) => box.isOpen)

/** What the recipient chose, and which belt comes when. */
function chosen(gift: GiftPageView): Html {
  const { styles: chosenStyles, size, address, boxes, chooseBy } = gift
  return html`<h2>You’re all set.</h2>
<dl><dt>Style</dt><dd>${chosenStyles.map((style) => styleNames[style]).join(', ')}</dd>
<dt>Size</dt><dd>${size}</dd><dt>To</dt><dd>${addressLine(address)}</dd></dl>
<h2>${boxes.length === 1 ? 'Your belt' : 'Your belts'}</h2>
<dl>${boxes.map(
    ({ drop, shipBy, state }) =>
      html`<dt>${dropTitle(drop)}</dt><dd>${
        state === 'coming'
          ? `Ships by ${formatDay(shipBy)}`
          : state === 'sent'
            ? 'On its way, or already there'
            : 'Ships as soon as it’s packed'
      }</dd>`,
  )}</dl>
<p>${chooseBy && `You can change this until ${formatDay(chooseBy)}. `}${isOpen(gift) && html`<a href="?letter&amp;change">Change it</a>`}</p>`
}

const addressFields = [
  ['fullName', 'Full name', 'name'],
  ['address', 'Address', 'address-line1'],
  ['address2', 'Address line 2', 'address-line2'],
  ['city', 'City', 'address-level2'],
  ['state', 'State', 'address-level1'],
  ['zipCode', 'ZIP code', 'postal-code'],
] as const satisfies [key: keyof AddressView, label: string, token: string][]

/** Style, size and address as one form. */
function form(
  gift: GiftPageView,
  isConfirmed: boolean,
  errors: Record<string, string> = {},
  { styles: had, size, address: at }: Was = gift,
): Html {
  const { gender, address, chooseBy } = gift
  const error = (key: string) => errors[key] && html`<p class="err" id="${key}-error">${errors[key]}</p>`
  const wrong = (key: string) => errors[key] && html` aria-invalid="true" aria-describedby="${key}-error"`
  const word = measuredWord[gender] === 'pants' ? 'Pants' : 'Waist'
  const pick = (type: string, name: string, value: string, label: string, isOn: boolean) =>
    html`<label><input type="${type}" name="${name}" value="${value}"${isOn && ' checked'}>${label}</label>`
  return html`<form method="post" action="?letter"><input type="hidden" name="was" value="${JSON.stringify({ styles: had, size, address: at })}">
<fieldset${wrong('styles')}><legend>What do you wear?</legend><div class="picks">${styles.map((style) =>
    pick('checkbox', 'style', style, styleNames[style], gift.styles.includes(style)),
  )}</div>${error('styles')}</fieldset>
<fieldset${wrong('size')}><legend>${sizeQuestion('What pants size do you wear?', gender)}</legend><div class="picks">${beltSizes[
    gender
  ].map((size) =>
    pick('radio', 'size', size, `${word} ${measuredSizeOf(size)} → belt ${size}`, gift.size === size),
  )}${pick('radio', 'size', unsureSize, 'Not sure. A measuring guide ships with your first belt', gift.size === unsureSize)}</div>${error('size')}
<label class="agree"><input type="checkbox" name="confirm"${isConfirmed && ' checked'}${wrong('confirm')}>${sizeConfirmation(gender)}</label>${error('confirm')}</fieldset>
<fieldset><legend>Send it here?</legend>${addressFields.map(
    ([key, label, token]) =>
      html`<div class="field"><label for="${key}">${label}</label><input id="${key}" name="${key}" value="${address[key]}" maxlength="${key === 'zipCode' ? 10 : 200}" autocomplete="shipping ${token}"${wrong(key)}>${error(key)}</div>`,
  )}</fieldset>
${error('form')}
<p>${chooseBy && `You can change all of this until ${formatDay(chooseBy)}.`}</p>
<p><button>${gift.isChosen ? 'Save' : gift.boxes.length === 1 ? 'Send me my belt' : 'Send me belts'}</button></p></form>`
}
