import { describe, expect, it, vi } from 'vitest'
import type { SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { holdAnswer } from '../../../test/browser.ts'
import { changes, openAccount, own, type Replies } from '../../../test/open-account.tsx'
import { no, ok } from '../../../test/open-admin.tsx'

describe('a late belt', () => {
  const delay = {
    ...{ id: 'l1', drop: '2026-11', recipientName: null, wasDay: '2026-11-05', newDay: '2026-12-12' },
    ...{ silence: 'refund', refundAfter: '2026-12-05', answer: null },
  }
  it('takes one click to wait for, and two to refund', async () => {
    const { page, sent } = await openAccount([own], {
      '/api/account/delays': ok({
        delays: [
          delay,
          { ...delay, id: 'l2', recipientName: 'Thomas Ellison', newDay: null, silence: 'wait' },
        ],
      }),
      '/api/account/delays/l1': ok({ delays: [{ ...delay, answer: 'wait' }] }),
    })
    expect(page.words()).toContain(
      'November’s belt was promised by November 5. It ships by December 12. If you say nothing by December 5, we’ll refund it.',
    )
    expect(page.words()).toContain(
      'November’s belt, your gift to Thomas, was promised by November 5. We don’t know its new day yet. If you say nothing, we’ll keep it for you.',
    )
    await page.press('Refund this belt')
    expect(sent('/api/account/delays/l1')).toEqual([])
    await page.press('Yes, refund it')
    expect(page.words()).toContain('We’re refunding November’s belt. Allow 5-7 business days.')
    expect(page.focused().textContent).toContain('We’re refunding')
    await page.press('I’ll wait')
    expect(page.focused().textContent).toBe('Thanks for waiting. We’ll email you when November’s belt ships.')
    expect(sent('/api/account/delays/l1')).toEqual([
      { delayId: 'l1', answer: 'refund' },
      { delayId: 'l1', answer: 'wait' },
    ])
    expect(page.words()).toContain('You said you’ll wait.')
  })

  it('is read again when an answer is refused, because it was settled meanwhile', async () => {
    const { page } = await openAccount([own], {
      '/api/account/delays': ok({ delays: [delay] }),
      '/api/account/delays/l1': no({ error: 'This has already been settled.' }, 409),
    })
    const send = fetch
    vi.stubGlobal('fetch', async (to: string, init?: RequestInit) =>
      to === '/api/account/delays' ? new Response('{"delays":[]}') : send(to, init),
    )
    await page.press('I’ll wait')
    expect(page.words()).not.toContain('A belt is late')
  })
})

describe('a shipped belt', () => {
  const sentBelt: SentBelt = {
    ...{ boxId: 'box 2026-10', membershipId: 'm1', orderNumber: 'BC-7K3F-9QMT', drop: '2026-10' },
    ...{
      isReplacement: false,
      belt: {
        id: 'b0',
        name: 'The Ashbury',
        style: 'dress',
        imageUrl: null,
        nightImageUrl: null,
        imageAlt: '',
      },
    },
    ...{ size: '36', returnUntil: '2026-12-09', mayExchange: true, warrantyUntil: '2027-10-09' },
    ...{
      isUnderWarranty: true,
      warranty: ['replacement', 'repair'],
      returns: ['refund', 'credit'],
      exchange: null,
    },
    ...{
      trouble: null,
      trackingNumber: null,
      claims: [],
      mayTell: true,
      fit: null,
      taste: null,
      reviewPath: null,
    },
  }
  const ofBelt = (what: string) => `/api/account/sent-belts/box%202026-10/${what}`
  const wren = { imageUrl: '/wren-840.webp', nightImageUrl: '/wren-night-840.webp' }
  const offered = [
    {
      id: 'b0',
      name: 'The Ashbury',
      style: 'dress',
      sizes: ['36', '38'],
      imageUrl: null,
      nightImageUrl: null,
    },
    { id: 'b1', name: 'The Wren', style: 'casual', sizes: ['34', '36'], ...wren },
    { id: 'b2', name: 'The Gone', style: 'casual', sizes: [], imageUrl: null, nightImageUrl: null },
  ]
  const openBelt = (changes: Partial<SentBelt> = {}, at?: string, more: Replies = {}) => {
    const belt = { ...sentBelt, ...changes }
    const replies = {
      '/api/account/sent-belts': ok({ belts: [belt] }),
      [ofBelt('options')]: ok({ belts: offered }),
      [ofBelt('exchange')]: ok({ belt }),
      [ofBelt('feedback')]: ok({ belt: { ...belt, fit: 'tight' } }),
    }
    return openAccount([own], { ...replies, ...more }, at)
  }

  it('can be exchanged for another size, which is required', async () => {
    const { page, sent } = await openBelt()
    expect(page.words()).toContain('Free until December 9')
    await page.press(/^Exchange or return/)
    await page.press('Request the exchange')
    expect(page.words()).toContain('Choose a size.')
    expect(page.document.querySelectorAll('.exchange-sizes label')).toHaveLength(1)
    await page.check('38')
    await page.fill('Anything we should know? (optional)', 'It pinches.')
    await page.press('Request the exchange')
    expect(sent(ofBelt('exchange'))).toEqual([
      {
        boxId: 'box 2026-10',
        kind: 'size',
        remedy: 'replacement',
        productId: 'b0',
        size: '38',
        details: 'It pinches.',
      },
    ])
  })

  it('says so when there’s nothing left to exchange it for', async () => {
    const sold = [{ ...offered[0]!, sizes: ['36'] }, offered[2]!]
    const { page } = await openBelt({}, undefined, { [ofBelt('options')]: ok({ belts: sold }) })
    await page.press(/^Exchange or return/)
    expect(page.words()).toContain('We’re out of other sizes. Choose another belt, or return it.')
    await page.check(/^Another belt/)
    expect(page.words()).toContain('Choose another size, or return it.')
  })

  it('can be exchanged for another belt still left in its drop, same size', async () => {
    const { page, sent } = await openBelt()
    await page.press(/^Exchange or return/)
    await page.check(/^Another belt/)
    await page.press('Request the exchange')
    expect(page.words()).toContain('Choose a belt.')
    expect(page.words()).not.toContain('The Gone')
    const shots = [...page.document.querySelectorAll('.exchange-belts img')]
    expect(shots.map((shot) => shot.getAttribute('src'))).toEqual([wren.imageUrl, wren.nightImageUrl])
    await page.check(/The Wren/)
    await page.press('Request the exchange')
    expect(sent(ofBelt('exchange'))).toEqual([
      { boxId: 'box 2026-10', kind: 'style', remedy: 'replacement', productId: 'b1', size: '36' },
    ])
  })

  it('can be returned, or claimed as broken, also by a guest with an order link', async () => {
    const { page, sent } = await openBelt({}, '/account?exchange=BC-7K3F-9QMT')
    await page.press(/^Exchange or return/)
    await page.check(/^Return it for store credit/)
    await page.press('Request the return')
    expect(sent(ofBelt('exchange'))).toEqual([
      { boxId: 'box 2026-10', kind: 'return', remedy: 'credit', isGuest: true },
    ])
    const broken = await openBelt({}, '/account?exchange=BC-7K3F-9QMT')
    await broken.page.press(/^Something broke/)
    await broken.page.check('The buckle')
    await broken.page.press('Send me a new one')
    expect(broken.sent(ofBelt('exchange'))).toMatchObject([{ kind: 'damaged', isGuest: true }])
  })

  it('is resent in the same size when lost, or swapped when sold out', async () => {
    const lost = {
      mayExchange: false,
      returns: [],
      claims: ['replacement', 'refund'],
      trouble: 'lost',
    } as Partial<SentBelt>
    const { page, sent } = await openBelt(lost)
    await page.press(/^Choose what happens next/)
    await page.press('Send it again')
    expect(sent(ofBelt('exchange'))).toEqual([
      { boxId: 'box 2026-10', kind: 'lost', remedy: 'replacement', productId: 'b0', size: '36' },
    ])
    const sold = await openBelt({ ...lost, size: '34' })
    await sold.page.press(/^Choose what happens next/)
    expect(sold.page.words()).toContain('It’s sold out in your size. Choose another belt.')
    await sold.page.check(/The Wren/)
    await sold.page.press('Send it again')
    expect(sold.sent(ofBelt('exchange'))).toMatchObject([{ productId: 'b1', size: '34' }])
    const refunded = await openBelt({ ...lost, size: '34' })
    await refunded.page.press(/^Choose what happens next/)
    await refunded.page.check(/^Refund it/)
    expect(refunded.page.words()).not.toContain('Choose another belt.')
  })

  it('that is lost is settled once: nothing more can be chosen beside what was', async () => {
    const exchange = {
      ...{ id: 'e1', kind: 'lost', remedy: 'refund', state: 'requested', number: 'R-7F3A9C21' },
      ...{ wanted: '', sendBy: '2026-12-09', label: null, trackingNumber: null },
      ...{ canCancel: false, isOwn: true, photos: [], answerBy: null, waitsForBank: false },
    } as unknown as SentBelt['exchange']
    const { page } = await openBelt({ exchange, trouble: 'lost', claims: ['replacement', 'refund'] })
    expect(page.words()).not.toContain('Return label')
    expect(page.words()).toContain('It never came, so we’re refunding you.')
    expect(page.words()).not.toMatch(/Choose what happens next|It looks lost/)
  })

  it('can be claimed as broken with the part, remedy, words and photos', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1' }))
    const { page, sent } = await openBelt({}, undefined, { [ofBelt('photos')]: ok({ photoId: 'p1' }) })
    await page.press(/^Something broke/)
    await page.press('Send me a new one')
    expect(page.words()).toContain('Tell us what broke.')
    await page.check('The buckle')
    await page.check('Repair this one')
    await page.give('A photo of it', new File(['x'], 'x.jpg'))
    await page.fill('What happened? (optional)', 'It snapped.')
    await page.press('Send my claim')
    expect(sent(ofBelt('exchange'))).toEqual([
      {
        boxId: 'box 2026-10',
        kind: 'damaged',
        part: 'buckle',
        remedy: 'repair',
        details: 'It snapped.',
        photoIds: ['p1'],
      },
    ])
  })

  it('leaves what happens to the shop after 30 days, unless its member asks for something', async () => {
    const { page, sent } = await openBelt({ returnUntil: null, mayExchange: false })
    await page.press(/^Something broke/)
    expect(page.field('Whatever you think best').checked).toBe(true)
    await page.check('The loop')
    await page.press('Send my claim')
    expect(sent(ofBelt('exchange'))).toEqual([{ boxId: 'box 2026-10', kind: 'damaged', part: 'keeper' }])
  })

  const photoIds = ['p1', 'p2', 'p3', 'p4'].map((photoId) => ok({ photoId }))

  it('takes no more photos of what broke than it says, however they are picked', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1' }))
    const { page, asked } = await openBelt({}, undefined, { [ofBelt('photos')]: photoIds })
    await page.press(/^Something broke/)
    const photo = (name: string) => new File(['x'], name)
    await page.give('A photo of it', photo('1.jpg'), photo('2.jpg'))
    await page.give('A photo of it', ...['3.jpg', '4.jpg', '5.jpg', '6.jpg'].map(photo))
    expect(asked.filter(({ path }) => path === ofBelt('photos'))).toHaveLength(3)
    expect(page.document.querySelectorAll('.damage-photos li')).toHaveLength(3)
  })

  it('leaves out a photo that was removed while the next one was on its way', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1' }))
    const replies: Replies = { [ofBelt('photos')]: photoIds }
    const { page, sent } = await openBelt({}, undefined, replies)
    await page.press(/^Something broke/)
    await page.give('A photo of it', new File(['x'], '1.jpg'))
    const answer = holdAnswer(ofBelt('photos'))
    await page.give('A photo of it', new File(['x'], '2.jpg'))
    await page.press('Remove photo 1')
    answer()
    await page.settle()
    expect(page.focused()).toBe(page.field('A photo of it'))
    await page.check('The loop')
    await page.press('Send me a new one')
    const [claim] = sent(ofBelt('exchange')) as { photoIds: string[] }[]
    expect(claim!.photoIds).toEqual(['p2'])
  })

  it('takes feedback in two taps, and a tight fit offers the next size from now on', async () => {
    const { page, sent } = await openBelt({}, undefined, { [changes('size')]: ok(own) })
    expect(page.words()).toContain('Did The Ashbury arrive?')
    await page.check('Tight')
    expect(sent(ofBelt('feedback'))).toEqual([{ boxId: 'box 2026-10', fit: 'tight' }])
    await page.press('Send my next belts in size 38')
    expect(sent(changes('size'))).toEqual([{ id: 'm1', size: '38' }])
    const slow = await openBelt()
    const answer = holdAnswer(ofBelt('feedback'))
    await slow.page.check('Just right')
    await slow.page.check('Love it')
    const taps = () => ['Just right', 'Love it'].map((name) => slow.page.field(name).checked)
    expect(taps(), 'both stay chosen while the shop is slow').toEqual([true, true])
    answer()
    await slow.page.settle()
  })

  it('keeps the keyboard at the belt when what was asked for replaces the button', async () => {
    const exchange = {
      ...{ id: 'e1', kind: 'return', remedy: 'refund', state: 'requested', number: 'R-7F3A9C21', wanted: '' },
      ...{
        sendBy: '2026-12-09',
        label: null,
        trackingNumber: null,
        canCancel: true,
        isOwn: true,
        photos: [],
      },
      ...{ answerBy: null, waitsForBank: false },
    }
    const after = { ...sentBelt, exchange, mayExchange: false, returns: [], warranty: [], returnUntil: null }
    const { page } = await openBelt({}, undefined, {
      [ofBelt('exchange')]: ok({ belt: after }),
      '/api/account/exchanges/e1/cancel': ok({ belt: sentBelt }),
    })
    await page.press(/^Exchange or return/)
    await page.check(/^Return it for a refund/)
    await page.press('Request the return')
    expect(page.focused().textContent).toMatch(/Send it back by December\s9\./)
    await page.press(/^Keep it instead/)
    expect(page.focused().textContent).toContain('Exchange or return')
  })

  it('shows its return label on the way back, and can be kept instead', async () => {
    const exchange = {
      ...{ id: 'e1', kind: 'size', remedy: 'replacement', state: 'requested', number: 'R-7F3A9C21' },
      ...{
        wanted: 'The Ashbury, size 38',
        sendBy: '2026-12-09',
        label: { hasCode: true },
        trackingNumber: null,
      },
      ...{ canCancel: true, isOwn: true, photos: [], answerBy: null, waitsForBank: false },
    } as SentBelt['exchange']
    const { page, sent } = await openBelt({ exchange, mayExchange: false, returns: [] }, undefined, {
      '/api/account/exchanges/e1/cancel': ok({ belt: sentBelt }),
      '/api/account/exchanges/e1/answer': ok({ belt: sentBelt }),
    })
    await page.press(/^Return label/)
    expect(page.button('Download the label').getAttribute('href')).toBe('/api/account/exchanges/e1/label.pdf')
    expect(page.words()).toContain(
      'Put the unworn belt in its packaging and tape this label over the old one.',
    )
    await page.press('Close')
    await page.press(/^Keep it instead/)
    expect(sent('/api/account/exchanges/e1/cancel')).toHaveLength(1)
    const offer = {
      ...exchange!,
      state: 'offered' as const,
      kind: 'damaged' as const,
      answerBy: '2026-12-14',
      canCancel: false,
    }
    const giver = await openBelt({ exchange: offer }, undefined, {
      '/api/account/exchanges/e1/answer': ok({ belt: sentBelt }),
    })
    await giver.page.press('Give them store credit')
    expect(giver.sent('/api/account/exchanges/e1/answer')).toEqual([{ exchangeId: 'e1', remedy: 'credit' }])
    const other = await openBelt({ exchange: offer }, undefined, {
      '/api/account/exchanges/e1/answer': ok({ belt: sentBelt }),
    })
    await other.page.press('Refund my card')
    expect(other.sent('/api/account/exchanges/e1/answer')).toEqual([{ exchangeId: 'e1', remedy: 'refund' }])
  })

  it('says nothing of a warranty that’s over where the order has a belt to exchange', async () => {
    const old = {
      ...{ ...sentBelt, mayExchange: false, returns: [], warranty: [], isUnderWarranty: false },
      ...{ returnUntil: null, warrantyUntil: '2026-10-09' },
    }
    const box = { ...own.boxes[0]!, id: 'box 2026-11', drop: '2026-11' }
    const open = (...belts: SentBelt[]) =>
      openAccount(
        [{ ...own, boxes: [box, ...own.boxes] }],
        { '/api/account/sent-belts': ok({ belts }) },
        '/account?exchange=BC-7K3F-9QMT',
      )
    const over = 'Its one-year warranty ended on October 9.'
    expect((await open(old)).page.words()).toContain(over)
    const both = await open(old, { ...sentBelt, boxId: 'box 2026-11' })
    expect(both.page.words()).not.toContain(over)
  })

  it('has a notice when the order has shipped none yet', async () => {
    const { page } = await openBelt({}, '/account?exchange=BC-2222-3333')
    expect(page.words()).toContain('No belt of order BC-2222-3333 has shipped yet')
  })
})
