import { describe, expect, it } from 'vitest'
import { firstPlans as plans } from '../../domain/first-plans.ts'
import { renderGiftNotice } from './gift-mails.ts'
import { recipientSamples, sampleGiftView, sampleSender, samples } from './samples.ts'

/** An email’s words and addresses without its styles, whose numbers aren’t prices. */
function saidIn({ subject, html, text }: { subject: string; html: string; text: string }): string {
  const seen = html
    .replace(/<!DOCTYPE[^>]*>|<!--[\s\S]*?-->/g, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/\s(style|width|height)="[^"]*"/g, '')
    .replaceAll('&#x27;', "'")
  return [subject, seen, text].join('\n')
}

const amounts = plans.flatMap(({ price, stripeAmount, savings }) => [
  price,
  (stripeAmount / 100).toFixed(2),
  String(stripeAmount),
  String(stripeAmount / 100),
  ...(savings ? [savings] : []),
])

describe('emails to a gift’s recipient', () => {
  it.each(Object.keys(recipientSamples))('%s has no price, amount or currency', async (name) => {
    const said = saidIn(await recipientSamples[name]!(sampleSender))
    for (const amount of amounts) expect(said).not.toContain(amount)
    expect(said).not.toMatch(/[$€£¥]|\bUSD\b|\bcents?\b|\d[.,]\d\d\b/i)
    expect(said).not.toMatch(/\b(price|paid|pays?|costs?|charged?|billed|tax|refund|renews?|discount)\b/i)
  })

  it.each(Object.keys(recipientSamples))('%s has no link to a page with prices', async (name) => {
    const { html, text } = await recipientSamples[name]!(sampleSender)
    const own = [...`${html}\n${text}`.matchAll(/https:\/\/belts\.example([^\s"<]*)/g)].map(
      ([, path]) => path,
    )
    for (const path of own)
      expect(path).toMatch(
        /^\/(gift|review|handover|og|account|pictures|icon-192\.png|mail\/(stop|my-data))([/?#]|$)/,
      )
  })
})

describe('every email about money or renewal', () => {
  // An unpaid order has nothing to manage; a plan being handed over isn’t theirs yet, or anymore.
  const ofNobodyYet = [
    ...['order-link', 'handover-asked', 'handover-terms', 'handover-gone', 'delay-former'],
    ...['handover-refund-former', 'handover-refund-new'],
  ]
  const names = Object.keys(samples).filter(
    (name) => !(name in recipientSamples) && !ofNobodyYet.includes(name),
  )
  it('tells the payer how to manage and cancel', async () => {
    const lacking: string[] = []
    for (const name of names) {
      const { to, subject, text } = await samples[name]!(sampleSender)
      // To the shop and its owners, who have no membership.
      if (to === sampleSender.supportEmail || !text.includes('We answer order questions within')) continue
      const isAboutMoney = /\$\d|refund|renew|charge|\bprice|money/i.test(`${subject} ${text}`)
      if (isAboutMoney && !text.includes(`${sampleSender.publicUrl}/account`)) lacking.push(name)
    }
    expect(lacking).toEqual([])
    expect(names.length).toBeGreaterThan(40)
  })
})

describe('a gift notice email', () => {
  const view = sampleGiftView(sampleSender)

  it('names the giver, the message, the first drop and its ship date', async () => {
    const { subject, text } = await renderGiftNotice(sampleSender, view)
    expect(subject).toBe('Maya is sending you belts')
    expect(text).toContain('Twelve of them, one each month, never the same one twice.')
    expect(text).toContain('The first is in the December drop and ships once you pick a size.')
    expect(text).toContain('> Happy birthday.\n> \n> Maya Ellison')
    expect(text).toContain(`Choose your style and your size: ${view.link}`)
  })

  it('asks only for what was left to the recipient, and nothing when the giver chose all', async () => {
    const style = await renderGiftNotice(sampleSender, { ...view, choosesSize: false })
    expect(style.text).toContain(`Choose your style: ${view.link}`)
    const chosen = { ...view, picksStyle: false, choosesSize: false }
    expect((await renderGiftNotice(sampleSender, chosen)).text).not.toContain('Choose')
  })

  it('shows the message as the giver’s words, without markup or added lines', async () => {
    const message = '<b>Hi</b>\nhttps://elsewhere.example'
    const { html, text } = await renderGiftNotice(sampleSender, { ...view, message })
    expect(html).not.toContain('<b>Hi')
    expect(text).toContain('> <b>Hi</b>\n> https://elsewhere.example')
  })
})
