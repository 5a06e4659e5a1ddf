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
  beltsWhenSentence,
  beltText,
  giftTitle,
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
import { isOnThisMachine, requireOwnOrigin } from './require-own-origin.ts'
import type { Tell, Told } from './told-page.ts'

/** Bytes of the form: six lines of 200 characters in any encoding, as typed and as they were before. */
const largestForm = 32 * 1024

/** Whether the request is for a gift's script-free letter: its address with `?letter`. */
export function asksForLetter(context: Context): boolean {
  return addressOf(context).path.startsWith('/gift/') && context.req.query('letter') !== undefined
}

/**
 * A gift's page without scripts, at its own address with `?letter`: the letter, and a form for style, size and address.
 * The regular page redirects here if scripts are off. The rules and rate limits are those of the calls.
 */
export function mountGiftLetter(app: Hono, shop: Shop, tell: Tell) {
  const callerOf = (context: Context) =>
    callerIn(shop, context, isOnThisMachine(shop.config.publicUrl, context.req.raw))

  app.get('/gift/:token', async (context, next) => {
    if (!asksForLetter(context)) return next()
    return answer(context, tell, async () => {
      const gift = await openGift(shop, { token: context.req.param('token') }, null, callerOf(context))
      const isAsked = !gift.isChosen || gift.size === unsureSize || context.req.query('change') !== undefined
      return tell(context, letter(gift, isAsked ? form(gift, gift.isChosen) : chosen(gift)))
    })
  })
  app.post('/gift/:token', limitTo(largestForm), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    return answer(context, tell, async () => {
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
          return isOpen(saved)
            ? context.redirect('?letter', 303)
            : tell(context, letter(saved, chosen(saved)))
        } catch (error) {
          errors = wrongFields(error)
        }
      }
      const again = form({ ...gift, ...typed }, typed.isConfirmed, errors, was ?? gift)
      return tell(context, letter(gift, again, 400))
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

async function answer(context: Context, tell: Tell, page: () => Promise<Response>): Promise<Response> {
  try {
    return await page()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const isOver = error.code === 'not_found'
    const title = isOver ? 'This link has expired' : 'Not just now'
    return tell(context, {
      title,
      isGift: true,
      status: isOver ? 404 : error.code === 'too_many_requests' ? 429 : 400,
      body: html`<div class="narrow gift-alone"><h1>${title}</h1><p class="lead">${error.message}</p>
<p><a class="btn btn-1" href="/account">Go to my page</a></p></div>`,
    })
  }
}

/** The letter, and below it or beside it the form or what was chosen. */
function letter(gift: GiftPageView, beside: Html, status: 200 | 400 = 200): Told {
  const counted = { ...gift, belts: gift.boxes.length }
  const title = giftTitle(counted)
  const body = html`<div class="gift-split"><div class="gift-from unwraps"><h1>${title}</h1>
<p class="lead">${beltsSentence(counted)} ${beltsWhenSentence(counted)}</p>
${gift.message && html`<figure class="sheet given-letter"><blockquote>${gift.message}</blockquote><figcaption>${signatureOf(gift)}</figcaption></figure>`}</div>
${beside}</div>`
  return { title, body, status, isGift: true }
}

type Html = ReturnType<typeof html>

const isOpen = ({ boxes }: GiftPageView) => boxes.some((box) => box.isOpen)

/** What the recipient chose, and which belt comes when. */
function chosen(gift: GiftPageView): Html {
  const { styles: chosenStyles, size, address, boxes, chooseBy, today } = gift
  return html`<section class="sheet gift-form"><div class="gift-parts"><div class="group"><h2 class="group-title">You’re all set.</h2>
<dl class="kv"><dt>Style</dt><dd>${chosenStyles.map((style) => styleNames[style]).join(', ')}</dd>
<dt>Size</dt><dd>${size}</dd><dt>To</dt><dd>${addressLine(address)}</dd></dl></div>
<div class="group"><h3 class="group-title">${boxes.length === 1 ? 'Your belt' : 'Your belts'}</h3>
<ol class="gift-belts">${boxes.map(
    (box) =>
      html`<li><b class="num">${dropTitle(box.drop)}</b> <span class="num">${beltText(box, today)}</span></li>`,
  )}</ol></div></div>
<div class="given-do"><p class="note">${chooseBy && `You can change this until ${formatDay(chooseBy, today)}. `}</p>${isOpen(gift) && html`<a class="btn btn-2" href="?letter&amp;change">Change it</a>`}</div></section>`
}

const addressFields = [
  ['fullName', 'Full name', 'name', 'f6'],
  ['address', 'Address', 'address-line1', 'f6'],
  ['address2', 'Address line 2', 'address-line2', 'f6'],
  ['city', 'City', 'address-level2', 'f2'],
  ['state', 'State', 'address-level1', 'f2 half'],
  ['zipCode', 'ZIP code', 'postal-code', 'f2 half'],
] as const satisfies [key: keyof AddressView, label: string, token: string, width: string][]

/** Style, size and address as one form. */
function form(
  gift: GiftPageView,
  isConfirmed: boolean,
  errors: Record<string, string> = {},
  { styles: had, size, address: at }: Was = gift,
): Html {
  const { gender, address, chooseBy, today } = gift
  const error = (key: string) => errors[key] && html`<p class="err" id="${key}-error">${errors[key]}</p>`
  const wrong = (key: string) => errors[key] && html` aria-invalid="true" aria-describedby="${key}-error"`
  const word = measuredWord[gender] === 'pants' ? 'Pants' : 'Waist'
  const pick = (type: string, name: string, value: string, label: string, isOn: boolean) =>
    html`<label class="letter-pick"><input class="tick${type === 'checkbox' && ' sq'}" type="${type}" name="${name}" value="${value}"${isOn && ' checked'}><span>${label}</span></label>`
  return html`<form class="sheet gift-form" method="post" action="?letter"><input type="hidden" name="was" value="${JSON.stringify({ styles: had, size, address: at })}">
<div class="gift-parts"><fieldset class="group"${wrong('styles')}><legend>What do you wear?</legend><div class="letter-picks">${styles.map(
    (style) => pick('checkbox', 'style', style, styleNames[style], gift.styles.includes(style)),
  )}</div>${error('styles')}</fieldset>
<fieldset class="group"${wrong('size')}><legend>${sizeQuestion('What pants size do you wear?', gender)}</legend><div class="letter-picks">${beltSizes[
    gender
  ].map((size) =>
    pick('radio', 'size', size, `${word} ${measuredSizeOf(size)} → belt ${size}`, gift.size === size),
  )}${pick('radio', 'size', unsureSize, 'Not sure. A measuring guide ships with your first belt', gift.size === unsureSize)}</div>${error('size')}
<label class="agree"><input class="tick sq" type="checkbox" name="confirm"${isConfirmed && ' checked'}${wrong('confirm')}><span>${sizeConfirmation(gender)}</span></label>${error('confirm')}</fieldset>
<fieldset class="group"><legend>Send it here?</legend><div class="fields">${addressFields.map(
    ([key, label, token, width]) =>
      html`<div class="field ${width}"><label for="${key}">${label}</label><input class="input" id="${key}" name="${key}" value="${address[key]}" maxlength="${key === 'zipCode' ? 10 : 200}" autocomplete="shipping ${token}"${wrong(key)}>${error(key)}</div>`,
  )}</div></fieldset>
${error('form')}</div>
<div class="given-do"><p class="note">${chooseBy && `You can change all of this until ${formatDay(chooseBy, today)}.`}</p>
<button class="btn btn-1">${gift.isChosen ? 'Save' : gift.boxes.length === 1 ? 'Send me my belt' : 'Send me belts'}</button></div></form>`
}
