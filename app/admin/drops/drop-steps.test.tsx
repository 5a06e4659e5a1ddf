import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { beltSizes } from '../../../domain/sizing.ts'
import { act } from '../../../test/act.ts'
import { box, boxes, call, step } from '../../../test/drop-step.tsx'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import CuratePage from './curate-page.tsx'
import PackPage from './pack-page.tsx'

describe('curating', () => {
  const exception = {
    ...{
      boxId: 'b2',
      orderId: 'o2',
      orderNumber: 'BC-2',
      name: 'Cy',
      email: 'cy@example.com',
      gender: 'female',
    },
    ...{ size: 'Unsure', styles: [], reason: 'size', sentence: 'No size is chosen yet.' },
  }
  const run = {
    ...{
      id: 'r1',
      drop: '2026-12',
      state: 'done',
      isAutomatic: false,
      done: 4,
      total: 4,
      assigned: 1,
      held: 3,
    },
    ...{
      changed: 1,
      startedAt: '2026-11-20T15:00:00.000Z',
      finishedAt: '2026-11-20T15:00:00.000Z',
      error: null,
    },
  }
  const replies = (changes: { run?: object | null; exceptions?: object[]; total?: number } = {}) => ({
    ...boxes('proposed', { ...box, isGift: true, isChosen: true, state: 'assigned' }),
    [call('/curation')]: ok({ run: changes.run === undefined ? run : changes.run }),
    [call('/exceptions')]: ok({
      exceptions: changes.exceptions ?? [exception],
      total: changes.total ?? changes.exceptions?.length ?? 1,
    }),
  })

  it('reports the last run and the boxes that need the admin', async () => {
    const page = await openAdmin(step(<CuratePage />, { boxes: { owed: 2 } }), replies({ total: 60 }))
    expect(page.words()).toContain('1 box has a belt, and 3 need you (Nov 20')
    expect(page.words()).toContain(
      '2 boxes are new or changed since you last curated. Curate to give them belts.',
    )
    expect(page.words()).toContain('CyBC-2 UnsureAny style No size is chosen yet.')
    expect(page.words()).toContain('The first 1 of them.')
    expect(page.words()).toContain('Bea LindGift 34 Dress AshburyDress · by hand BC-1')
    await page.press('Curate again')
    expect(page.sent(call('/curation'))).toHaveLength(1)
    const failed = { ...run, state: 'failed', error: 'It broke off.' }
    expect((await openAdmin(step(<CuratePage />), replies({ run: failed }))).words()).toContain(
      'It broke off.',
    )
    const full = await openAdmin(step(<CuratePage />, { boxes: { held: 0 } }), replies({ exceptions: [] }))
    expect(full.button('Curate again').disabled, 'stock or wishes may have changed').toBe(false)
    const none = { boxes: { assigned: 0, held: 0 } }
    const idle = await openAdmin(step(<CuratePage />, none), replies({ run: null, exceptions: [] }))
    expect(idle.button('Curate').disabled).toBe(true)
    expect(idle.words()).toContain('Nothing. Every curated box has its belt.')
    expect(idle.words()).toContain('never the same belt twice in 36 months')
    const packer = await openAdmin(step(<CuratePage />), replies(), { role: 'support' })
    expect(() => packer.button('Curate again')).toThrow('There is no')
  })

  it('lists every proposed box, also those of later pages', async () => {
    const list = `${call('/boxes')}?filter=proposed`
    const page = await openAdmin(step(<CuratePage />), {
      ...replies(),
      [list]: ok({ boxes: [box], nextCursor: 'b1' }),
      [`${list}&cursor=b1`]: ok({ boxes: [{ ...box, id: 'b9', name: 'Zoe' }], nextCursor: null }),
    })
    expect(page.words()).toMatch(/Bea Lind.*Zoe/)
  })

  it('sets a size, asks the member, completes an address, or picks another belt', async () => {
    const choice = {
      id: 't2',
      name: 'Birch',
      sku: 'B',
      style: 'casual',
      drop: '2026-11',
      free: 4,
      obstacle: null,
    }
    const dan = { ...exception, boxId: 'b3', name: 'Dan', reason: 'address' }
    const eva = { ...exception, boxId: 'b4', name: 'Eva', reason: 'stock' }
    const answers = {
      ...replies({ exceptions: [exception, dan, eva] }),
      '/api/admin/boxes/b2/size': ok(),
      '/api/admin/boxes/b2/ask': ok({ to: 'cy@example.com' }),
      '/api/admin/boxes/b3/address': ok({
        fullName: 'Dan',
        address: '1 Elm',
        address2: '',
        city: '',
        state: 'MA',
        zipCode: '01970',
      }),
      '/api/admin/boxes/b4/choices': ok({
        ...{ name: 'Eva', size: '36', beltId: 't4' },
        choices: [
          choice,
          { ...choice, id: 't4', name: 'Dale' },
          { ...choice, id: 't3', name: 'Cedar', obstacle: 'None left in size 36.', free: 0 },
          { ...choice, id: 't5', name: 'Elder', obstacle: 'Was sent in May 2025.', free: 2 },
        ],
      }),
      '/api/admin/boxes/b4/belt': ok(),
    }
    const page = await openAdmin(step(<CuratePage />), answers)
    const sizes = [...page.field('Size of Cy').querySelectorAll('option')].map((each) => each.textContent)
    expect(sizes).toEqual(['Set size', ...beltSizes.female])
    await page.press('Ask again: Cy')
    Object.assign(answers, replies({ exceptions: [dan, eva] }))
    await page.fill('Size of Cy', '30')
    expect(page.words()).not.toContain('CyBC-2')
    expect(page.sent('/api/admin/boxes/b2/size')).toEqual([{ boxId: 'b2', size: '30' }])
    expect(page.told()).toEqual([
      'Asked: We’re emailing cy@example.com.',
      'Size Saved: Cy gets 30 at the next curation.',
    ])
    await page.press('Complete the address of Dan')
    await page.fill('City', 'Salem')
    Object.assign(answers, replies({ exceptions: [eva] }))
    await page.press('Save address')
    expect(page.words()).not.toContain('DanBC-2')
    const sent = {
      fullName: 'Dan',
      address: '1 Elm',
      address2: '',
      city: 'Salem',
      state: 'MA',
      zipCode: '01970',
    }
    expect(page.sent('/api/admin/boxes/b3/address')).toEqual([{ boxId: 'b3', ...sent }])
    expect(page.button('Add pieces').getAttribute('href')).toBe('/admin/belts/stock?drop=2026-12')
    await page.press('See belts for Eva')
    expect(page.words()).toContain(
      'A belt for Eva May be sent in size 36 BirchCasual · November 2026 · 4 free',
    )
    expect(page.words()).toContain(
      '2 may not, and why CedarCasual · November 2026 · None left in size 36. ElderCasual · November 2026 · Was sent in May 2025.',
    )
    expect(() => page.field(/^Elder/), 'a piece left is no reason to send it again').toThrow('There is no')
    expect(page.button('Send this belt').disabled).toBe(true)
    expect([page.field(/^Birch/).checked, page.field(/^Dale/).checked]).toEqual([false, true])
    await page.check(/^Birch/)
    expect([page.field(/^Birch/).checked, page.field(/^Dale/).checked]).toEqual([true, false])
    await page.press('Send this belt')
    expect(page.sent('/api/admin/boxes/b4/belt')).toEqual([{ boxId: 'b4', beltId: 't2' }])
    expect(page.told().at(-1)).toBe('Belt Chosen: Birch stays until you change it.')
  })
})

describe('packing', () => {
  const preview = {
    ...{ ready: 2, packed: 0, checked: 0, unlabelled: 0, isHeld: false },
    ...{
      lines: [
        { belt: 'Ashbury', sku: 'A', size: '34', boxes: 2 },
        { belt: 'Ashbury', sku: 'A', size: '36', boxes: 3 },
      ],
    },
    ...{
      short: [],
      leftOut: [
        { reason: 'dispute', boxes: 1 },
        { reason: 'address', boxes: 1200 },
      ],
    },
  }
  const replies = (changes: object = {}) => ({
    [call('/pack')]: ok({ ...preview, ...changes }),
    [call('/labels')]: ok({ carrier: null, bought: 0, problems: [] }),
  })

  it('confirms, then packs the ready boxes; blocks while stock is short or the drop is held', async () => {
    const page = await openAdmin(step(<PackPage />), replies())
    expect(page.words()).toContain('1 disputed at the bank')
    expect(page.words()).toContain('1,200 without a complete address')
    expect(page.words()).toMatch(/AshburyA 34 × 2 36 × 3 5/)
    await page.press('Pack 2 boxes')
    expect(page.words()).toContain('Pack 2 boxes for December 2026?')
    await page.press('Pack 2 boxes')
    expect(page.asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      call('/pack'),
    ])
    const late = await openAdmin(step(<PackPage />), {
      ...replies(),
      [call('/pack')]: ok({ ...preview, packed: 0 }),
    })
    await late.press('Pack 2 boxes')
    await late.press('Pack 2 boxes')
    expect(late.told()).toEqual(['Nothing left to pack: Someone packed them before you.'])
    const answers = replies()
    const failed = await openAdmin(step(<PackPage />), answers)
    await failed.press('Pack 2 boxes')
    answers[call('/pack')] = no({ error: 'The stock was counted meanwhile.' }, 409)
    await failed.press('Pack 2 boxes')
    expect(failed.told()[0]).toContain('The stock was counted meanwhile.')
    expect(failed.words()).not.toContain('Pack 2 boxes for December 2026?')
    const short = [{ belt: 'Ashbury', size: '34', needed: 3, stock: 1 }]
    const lacking = await openAdmin(step(<PackPage />), replies({ short }))
    expect(lacking.words()).toContain('Ashbury, size 34: 1 of 3')
    expect(lacking.button('Pack 2 boxes').disabled).toBe(true)
    const held = await openAdmin(step(<PackPage />), replies({ isHeld: true }))
    expect(held.button('Pack 2 boxes').disabled).toBe(true)
    expect(held.words()).toContain('Release it first')
    expect((await openAdmin(step(<PackPage />), replies({ ready: 0 }))).words()).toContain(
      'Nothing left to pack',
    )
    expect((await openAdmin(step(<PackPage />), replies(), { role: 'support' })).words()).not.toContain(
      'Pack 2 boxes',
    )
  })

  it('prints for packed boxes, and confirms before unpacking', async () => {
    const answers = {
      ...replies({ packed: 20, checked: 5, unlabelled: 8 }),
      [call('/unpack')]: ok({ unpacked: 20 }),
    }
    let page = await openAdmin(step(<PackPage />), answers, { role: 'packer' })
    expect(page.words()).toContain('20 boxes are packed')
    expect(page.words()).toContain('5 of 20 are checked.')
    expect(page.button('Pick list').getAttribute('href')).toBe('/admin/drops/2026-12/pick-list')
    expect(page.button('Packing slips').getAttribute('href')).toBe('/admin/drops/2026-12/slips')
    expect(page.button('Check with a scanner').getAttribute('href')).toBe('/admin/drops/2026-12/scan')
    await page.fill(/Each box weighs/, '9.5')
    expect(page.button('Labels CSV, 8 new').getAttribute('href')).toBe(
      `${call('/labels.csv')}?weight=9.5&which=new`,
    )
    expect(page.button('All labels again').getAttribute('href')).toBe(
      `${call('/labels.csv')}?weight=9.5&which=all`,
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await page.press('Labels CSV, 8 new')
    Object.assign(answers, replies({ packed: 20, checked: 5, unlabelled: 0 }))
    await act(async () => {
      vi.advanceTimersByTime(2000)
      vi.useRealTimers()
    })
    await page.settle()
    expect(() => page.button(/^Labels CSV/), 'none is new anymore').toThrow('There is no')
    for (const weight of ['2000', '']) {
      await page.fill(/Each box weighs/, weight)
      expect(page.words(), weight).toContain('Enter what a box weighs first.')
    }
    expect(() => page.button('All labels again')).toThrow('There is no')
    const support = await openAdmin(step(<PackPage />), answers, { role: 'support' })
    expect(support.words()).toContain('20 boxes are packed')
    expect(() => support.button('Unpack')).toThrow('There is no')
    page = await openAdmin(step(<PackPage />), answers)
    await page.press('Unpack')
    expect(page.words()).toContain('Unpack 20 boxes?')
    expect(page.sent(call('/unpack'))).toEqual([])
    await page.press('Unpack')
    expect(page.told()).toEqual(['Unpacked: The belts from 20 boxes are back in stock.'])
  })

  it('quotes labels, buys them at the quoted total, and fixes odd addresses', async () => {
    const labels = {
      ...{
        carrier: 'easypost',
        packed: 2,
        wanted: 2,
        quoted: 1,
        quotedCents: 512,
        bought: 201,
        boughtCents: 90000,
        parts: [2],
      },
      problems: [
        {
          ...{ boxId: 'b1', reference: 'AAAA', name: 'Bea', problem: 'Not found.' },
          odd: { address: '1 Elm', suggestion: '1 Elm St' },
        },
      ],
    }
    const carrier = {
      ...replies({ packed: 2 }),
      [call('/labels')]: ok(labels),
      [call('/labels/quote')]: ok({ ...labels, wanted: 0 }),
      [call('/labels/buy')]: ok({ ...labels, quoted: 0, bought: 202 }),
      [call('/labels/address')]: ok(labels),
    }
    const page = await openAdmin(step(<PackPage />), carrier)
    expect(page.words()).toContain('201 labels bought for $900.00, in pick-list order.')
    expect(page.button('Labels PDF, part 2').getAttribute('href')).toBe(`${call('/labels.pdf')}?part=2`)
    await page.press('Price 2 labels')
    expect(page.sent(call('/labels/quote'))).toEqual([{ drop: '2026-12', ounces: 12 }])
    await page.press('Buy 1 label, $5.12')
    expect(page.words()).toContain('Buy 1 label for $5.12?')
    expect(page.sent(call('/labels/buy'))).toEqual([])
    await page.press('Buy for $5.12')
    expect(page.sent(call('/labels/buy'))).toEqual([{ drop: '2026-12', upToCents: 512 }])
    expect(page.told()).toEqual(['Labels Bought: 202 labels ready to print.'])
    expect(page.words()).toContain('Bea: Not found.Typed: 1 ElmSuggested: 1 Elm St')
    await page.press('Use the suggested one')
    await page.press('Ship it as typed')
    expect(page.sent(call('/labels/address'))).toEqual([
      { drop: '2026-12', boxId: 'b1', use: 'suggestion' },
      { drop: '2026-12', boxId: 'b1', use: 'typed' },
    ])
    expect(page.told().slice(1)).toEqual([
      'Address Settled: This box goes there. Print its slip again.',
      'Address Settled: It ships as it was typed.',
    ])
    // The carrier gives no price: it isn't asked on and on.
    carrier[call('/labels/quote')] = ok(labels)
    const answer = slowCalls(call('/labels/quote'))
    await page.press('Price 2 labels')
    answer()
    await page.settle()
    expect(page.sent(call('/labels/quote'))).toHaveLength(2)
    delete carrier[call('/labels/buy')]
    await page.press('Buy 1 label, $5.12')
    await page.press('Buy for $5.12')
    expect(page.told().slice(3)).toEqual([
      'Error: Not all labels were bought. Press “Buy” to go on; none is bought twice.',
    ])
  })
})
