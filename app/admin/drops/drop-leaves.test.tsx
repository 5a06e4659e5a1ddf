import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { act } from '../../../test/act.ts'
import { box, boxes, call, step } from '../../../test/drop-step.tsx'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import DropLayout from './drop-layout.tsx'
import ForecastPage from './forecast-page.tsx'
import MeasuringGuidePage from './measuring-guide-page.tsx'
import MovePage from './move-page.tsx'
import PickListPage from './pick-list-page.tsx'
import PreparePage from './prepare-page.tsx'
import ScanPage from './scan-page.tsx'
import ShipPage from './ship-page.tsx'

describe('shipping', () => {
  const labels = { [call('/labels')]: ok({ carrier: 'easypost', bought: 1, problems: [] }) }

  it('takes, questions and corrects tracking numbers, and marks arrivals', async () => {
    const page = await openAdmin(step(<ShipPage />, { boxes: { shipped: 1 } }), {
      ...labels,
      ...boxes('packed', box),
      ...boxes('shipped', { ...box, state: 'shipped', trackingNumber: '1Z999AA10123456784' }),
      '/api/admin/boxes/b1/tracking': ok(),
      ...boxes('delivered', { ...box, state: 'delivered' }),
      '/api/admin/boxes/b1/delivered': ok(),
      '/api/admin/boxes/b1/not-delivered': ok(),
      [call('/labels/ship')]: ok({ shipped: 1 }),
      [call('/unpack')]: ok({ unpacked: 1 }),
    })
    expect(page.button('AAAA').getAttribute('href')).toBe('/admin/drops/2026-12/slips?box=b1')
    await page.fill('Tracking number of Bea Lind', 'abc')
    await page.press('Ship')
    expect(page.sent('/api/admin/boxes/b1/tracking')).toEqual([])
    await page.press('Ship anyway')
    await page.fill('Tracking number of Bea Lind', ' 1Z999AA10123456784 ')
    await page.press('Ship')
    expect(page.sent('/api/admin/boxes/b1/tracking')).toEqual([
      { boxId: 'b1', trackingNumber: 'abc' },
      { boxId: 'b1', trackingNumber: '1Z999AA10123456784' },
    ])
    await page.press('Unpack: the box for Bea Lind')
    await page.press('Unpack it')
    expect(page.sent(call('/unpack'))).toEqual([{ drop: '2026-12', boxIds: ['b1'] }])
    await page.press('Ship 1 box')
    expect(page.words()).toContain('Has the carrier picked up 1 box?')
    expect(page.told()).toEqual(['Unpacked: Its belt is back in stock.'])
    await page.press('Ship 1 box')
    expect(page.told().slice(1)).toEqual(['Shipped: 1 shipped, and the emails are on their way.'])
    await page.press('Shipped 1')
    expect(page.button('1Z999AA10123456784').getAttribute('href')).toContain('1Z999AA10123456784')
    await page.press('Delivered: the package for Bea Lind')
    expect(page.sent('/api/admin/boxes/b1/delivered')).toHaveLength(1)
    await page.press('Correct the tracking number of Bea Lind')
    expect(page.field('Tracking number of Bea Lind').value).toBe('1Z999AA10123456784')
    expect(page.words()).toContain('Save')
    await page.press(/^Delivered \d/)
    await page.press('Not delivered: the package for Bea Lind')
    expect(page.sent('/api/admin/boxes/b1/not-delivered')).toHaveLength(1)
  })

  it('goes on with the next package once one has shipped, so that a scanner can', async () => {
    const other = { ...box, id: 'b2', name: 'Cy' }
    const replies = { ...labels, ...boxes('packed', box, other), '/api/admin/boxes/b1/tracking': ok() }
    const page = await openAdmin(step(<ShipPage />), replies)
    await page.fill('Tracking number of Bea Lind', '1Z999AA10123456784')
    Object.assign(replies, boxes('packed', other))
    await page.key('Enter')
    expect(page.focused().getAttribute('aria-label')).toBe('Tracking number of Cy')
    // The label was read twice; or both belts are in one package.
    const message = 'The package for Bea Lind has this number already.'
    const taken = no({ message, details: { shared: '1Z999AA10123456784' } }, 409)
    Object.assign(replies, { '/api/admin/boxes/b2/tracking': taken })
    await page.fill('Tracking number of Cy', '1Z999AA10123456784')
    await page.key('Enter')
    expect(page.words()).toContain(message)
    await page.press('Ship anyway')
    expect(page.sent('/api/admin/boxes/b2/tracking').at(-1)).toMatchObject({ isShared: true })
  })

  it('finds a package by what is typed', async () => {
    const page = await openAdmin(step(<ShipPage />), {
      ...labels,
      ...boxes('packed', box, { ...box, id: 'b2', name: 'Cy' }),
      [`${call('/boxes')}?filter=packed&search=Cy`]: ok({
        boxes: [{ ...box, id: 'b2', name: 'Cy' }],
        nextCursor: null,
      }),
      [`${call('/boxes')}?filter=packed&search=Dan`]: ok({ boxes: [], nextCursor: null }),
    })
    onTestFinished(() => void vi.useRealTimers())
    const find = async (words: string) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      await page.fill('Name, order, reference or tracking number', words)
      await act(async () => {
        vi.advanceTimersByTime(1000)
        vi.useRealTimers()
      })
      await page.settle()
      return page.words()
    }
    expect(await find('Cy')).not.toContain('Bea Lind')
    expect(await find('Dan')).toContain('No boxes match.')
    expect(await find('')).toContain('Bea Lind')
  })

  it('says so when the packages can’t be loaded', async () => {
    const page = await openAdmin(step(<ShipPage />), { ...labels })
    expect(page.words()).toContain('We couldn’t load the boxes. Reload the page.')
    expect(page.words()).not.toContain('No box is waiting')
  })

  it('previews a carrier’s file line by line before import', async () => {
    const outcome = { taken: 2, known: 1, badLines: 3, problems: [{ line: 4, problem: 'no box.' }] }
    const sample = [{ line: 2, reference: 'AAAA', name: 'Bea', trackingNumber: '1Z' }]
    const page = await openAdmin(step(<ShipPage />), {
      ...labels,
      ...boxes('packed'),
      [call('/tracking/preview')]: ok({ ...outcome, odd: [{ line: 3, trackingNumber: 'zzz' }], sample }),
      [call('/tracking')]: ok({ ...outcome, badLines: 0, problems: [] }),
    })
    expect(page.words()).toContain('No box is waiting for a tracking number.')
    await page.give('CSV file', new File(['a'], 'a.csv'))
    expect(page.words()).toContain(
      '2 boxes found. 1 already had it. 3 lines are left out: Line 4: no box. and 2 more.',
    )
    expect(page.words()).toContain('Line 3: zzz')
    expect(page.words()).toContain('AAAA Bea 1Z')
    expect(page.sent(call('/tracking'))).toHaveLength(0)
    const save = slowCalls(call('/tracking'))
    await page.press('Ship 2 boxes and email the members')
    expect(page.field('CSV file').disabled, 'until this one is saved').toBe(true)
    save()
    await page.settle()
    expect(page.field('CSV file').disabled).toBe(false)
    expect(page.sent(call('/tracking'))).toHaveLength(1)
    expect(page.words()).toContain('2 boxes shipped, and we’re emailing the tracking numbers.')
    // Another file, chosen while the first one is being read.
    const read = slowCalls(call('/tracking/preview'))
    const [one, two] = [new File(['b'], 'b.csv'), new File(['c'], 'c.csv')]
    await page.give('CSV file', one)
    await page.give('CSV file', two)
    read()
    await page.settle()
    const given = page.asked.filter(({ path }) => path === call('/tracking/preview'))
    expect(given.slice(1).map(({ init }) => init.body)).toEqual([one, two])
    const lost = await openAdmin(step(<ShipPage />), {
      ...labels,
      ...boxes('packed'),
      [call('/tracking/preview')]: ok({ ...outcome, odd: [], sample }),
    })
    await lost.give('CSV file', new File(['a'], 'a.csv'))
    await lost.press('Ship 2 boxes and email the members')
    expect(lost.words()).toContain('The shop’s answer got lost. Choose the file again')
  })
})

describe('a scanner at packing', () => {
  const box = {
    ...{ boxId: 'b1', reference: 'AAAA', name: 'Bea', belt: 'Ashbury', sku: 'A', size: '34' },
    ...{ isGift: true, hasGuide: true, isChecked: false },
  }
  const at = { at: '/admin/drops/2026-12/scan', path: '/admin/drops/:drop/scan' }

  it('opens a box by its slip and closes it by its belt', async () => {
    const start = { packed: 20, checked: 3, next: box }
    const page = await openAdmin(
      <ScanPage />,
      { [call('/scan')]: ok({ ...start, verdict: 'wrong', sentence: 'Not this belt.', box }) },
      at,
    )
    expect(page.words()).toContain('3 of 20 boxes checked')
    await page.fill('Scan a packing slip', ' AAAA ')
    await page.key('Enter')
    expect(page.words()).toContain('Not this belt.')
    expect(page.words()).toContain('Ashbury Size 34 For Bea, a gift. Put in the measuring guide.')
    await page.fill('Scan the belt for Bea', 'A 34')
    await page.key('Enter')
    expect(page.sent(call('/scan'))).toEqual([
      { drop: '2026-12', code: 'AAAA' },
      { drop: '2026-12', code: 'A 34', boxId: 'b1' },
    ])
    const right = await openAdmin(
      <ScanPage />,
      { [call('/scan')]: ok({ ...start, checked: 4, verdict: 'right', sentence: 'Right.', box }) },
      at,
    )
    await right.key('Enter')
    expect(right.words()).toContain('Next: Bea.')
    await right.fill('Scan the belt for Bea', 'A 34')
    await right.key('Enter')
    expect(right.words()).toContain('4 of 20 boxes checked')
    // Closed: the next scan is a slip.
    expect(right.words()).toContain('Scan a packing slip')
    const none = await openAdmin(
      <ScanPage />,
      { [call('/scan')]: ok({ packed: 0, checked: 0, next: null }) },
      at,
    )
    expect(none.words()).toContain('No box of this month is packed yet.')
  })

  it('keeps its box open when a scan gets no answer', async () => {
    const answer = ok({ packed: 20, checked: 3, next: box, verdict: 'box', sentence: 'Open.', box })
    const replies = { [call('/scan')]: answer }
    const page = await openAdmin(<ScanPage />, replies, at)
    const scan = async (field: string, code: string) => {
      await page.fill(field, code)
      await page.key('Enter')
    }
    await scan('Scan a packing slip', 'AAAA')
    delete replies[call('/scan')]
    await scan('Scan the belt for Bea', 'A 34')
    expect(page.words()).toContain('this scan doesn’t count')
    replies[call('/scan')] = answer
    await scan('Scan the belt for Bea', 'A 34')
    expect(page.sent(call('/scan')).at(-1)).toEqual({ drop: '2026-12', code: 'A 34', boxId: 'b1' })
  })
})

describe('holding or moving a drop', () => {
  const preview = {
    ...{ boxes: 5, toMembers: 3, toGivers: 1, unreachable: 1, unannounced: 1 },
    mail: { subject: 'Your December belt is late', text: '', html: '<p>Late.</p>' },
  }
  const replies = {
    [call('/change/preview')]: ok(preview),
    [call('/change')]: ok({ noticeId: 'n1', mails: 4 }),
  }
  const words = /^What everyone affected reads/

  it('previews who is told what, and drops the preview after an edit', async () => {
    const page = await openAdmin(step(<MovePage />), replies)
    expect(page.field('Ships by').value).toBe('2027-01-07')
    await page.fill(words, 'The tannery is late.')
    await page.press('Preview the email')
    expect(page.words()).toContain(
      '4 emails about 5 boxes 3 to the people who wear the belts 1 to people who gave a gift',
    )
    expect(page.words()).toContain('1 gift is still a secret')
    expect(page.words()).toContain('1 box has no email address')
    await page.fill(words, 'The tannery is very late.')
    expect(page.words()).not.toContain('4 emails')
    await page.press('Preview the email')
    await page.press('Set the new day and send')
    const change = {
      drop: '2026-12',
      kind: 'ship-by',
      words: 'The tannery is very late.',
      shipBy: '2027-01-07',
    }
    expect(page.sent(call('/change'))).toEqual([change])
    expect(page.told()).toEqual(['Done: 4 emails are on their way.'])
    await page.check('Another month (boxes and next charges move too)')
    await page.fill(/^Move it to/, '2')
    await page.press('Preview the email')
    await page.press(/^Start the move/)
    await page.check('Hold it until further notice')
    await page.press('Preview the email')
    expect(page.sent(call('/change/preview')).slice(-2)).toEqual([
      { drop: '2026-12', kind: 'month', words: 'The tannery is very late.', months: 2 },
      { drop: '2026-12', kind: 'hold', words: 'The tannery is very late.' },
    ])
    const held = await openAdmin(step(<MovePage />, { drop: { state: 'held' } }), {
      [call('/change/preview')]: no({ fields: { words: 'Tell them why.' } }),
    })
    expect(held.words()).not.toContain('Hold it until further notice')
    await held.press('Preview the email')
    expect(held.words()).toContain('Tell them why.')
    expect(held.sent(call('/change/preview'))[0]).toEqual({
      drop: '2026-12',
      kind: 'release',
      words: '',
      shipBy: '2027-01-07',
    })
    const support = await openAdmin(step(<MovePage />), {}, { role: 'support' })
    expect(support.words()).toContain('Only an owner can hold or move a drop.')
  })

  it('resumes until no box is left, and names those that stay', async () => {
    const notice = {
      id: 'n1',
      kind: 'month',
      words: 'Late.',
      username: 'ana',
      createdAt: '2026-11-20T15:00:00.000Z',
    }
    const stayed = [{ name: 'Bea', orderNumber: 'BC-1', reason: 'Their bank objects.' }]
    const replies = { [call('/move-some')]: ok({ moved: 2, stayed, left: 0, after: null }) }
    const page = await openAdmin(step(<MovePage />, { notices: [notice] as never }), replies)
    expect(page.words()).toContain('3 boxes of this drop still have to move.')
    expect(page.words()).toContain('Moved to another month Nov 20')
    await page.press('Move them')
    expect(page.sent(call('/move-some'))).toEqual([{ drop: '2026-12', noticeId: 'n1' }])
    expect(page.words()).toContain('2 moved, 0 to go Bea (BC-1) stays. Their bank objects.')
    delete replies[call('/move-some')]
    await page.press('Move them')
    expect(page.told().at(-1)).toBe('Error: Not all of them were moved. Press “Move them” to go on.')
  })
})

describe('preparing a drop', () => {
  const belt = {
    ...{ id: 't1', name: 'Ashbury', sku: 'A', gender: 'male', style: 'dress', isActive: false },
    sizes: [
      { size: '34', stock: 1, wanted: 2 },
      { size: '36', stock: 5, wanted: 0 },
      { size: '38', stock: 3, wanted: 3 },
    ],
  }

  it('saves its days and lists its belts by size', async () => {
    const page = await openAdmin(step(<PreparePage />, { belts: [belt] as never }), { [call()]: ok() })
    expect(page.words()).toContain('Belt 34 36 38 AshburyDress · men · hidden 12 proposed 5 33 proposed')
    const short = [...page.document.querySelectorAll('.is-short')].map((each) => each.textContent)
    expect(short, 'more are proposed than there are').toEqual(['12 proposed'])
    expect(page.button('Save days').disabled).toBe(true)
    await page.fill(/^Cut-off/, '2026-12-01')
    await page.press('Save days')
    const was = { cutOffDay: '2026-11-30', shipBy: '2026-12-31' }
    expect(page.sent(call())).toEqual([
      { drop: '2026-12', cutOffDay: '2026-12-01', shipBy: '2026-12-31', was },
    ])
    expect(page.told()).toEqual(['Days saved: We didn’t email anyone. Use “Hold or move” to tell members.'])
    await page.fill(/^Cut-off/, was.cutOffDay)
    expect(page.button('Save days').disabled).toBe(true)
    await page.fill(/^Ships by/, '2026-12-30')
    await page.press('Save days')
    expect(page.sent(call())).toMatchObject([{}, { cutOffDay: '2026-11-30', shipBy: '2026-12-30' }])
    const late = await openAdmin(step(<PreparePage />, { drop: { isCreated: false } }), { [call()]: ok() })
    expect(late.words()).toContain('Start with “Prepare this month” above.')
    expect(late.words()).not.toContain('Add a belt')
    await late.press('Prepare this month')
    expect(late.sent(call())).toEqual([{ drop: '2026-12', cutOffDay: '2026-11-30', shipBy: '2026-12-31' }])
  })
})

it('the measuring guide shows how to measure, with one of the belt sizes', async () => {
  const page = await openAdmin(
    <MeasuringGuidePage />,
    {
      [call('/pick-list')]: ok({ lines: [], boxes: 4, guides: 2 }),
      '/api/admin/settings': ok({ defaults: {} }),
    },
    { at: '/admin/drops/2026-12/guide', path: '/admin/drops/:drop/guide' },
  )
  expect(page.words()).toContain('Print 2 copies, one for each packed box that needs it. Its slip says so.')
  const drawings = [...page.document.querySelectorAll('[role="img"]')]
  expect(drawings.map((each) => each.getAttribute('aria-label'))).toEqual([
    expect.stringContaining('tape runs through the belt loops'),
    // For pants of size 34.
    expect.stringContaining('size 36 means 36 inches'),
  ])
})

it('a drop says how many boxes it has in all, and how many of them have left', async () => {
  const drop = { drop: '2026-12', cutOffDay: '2026-11-30', shipBy: '2026-12-05', state: 'held', boxesOwed: 6 }
  const page = await openAdmin(
    <DropLayout />,
    { [call()]: ok({ drop, boxes: { shipped: 3, delivered: 1 } }) },
    { at: '/admin/drops/2026-12', path: '/admin/drops/:drop' },
  )
  expect(page.words()).toContain(
    'Cut-off November 30, 2026 · ships by December 5, 2026 · 10 boxes, 4 shipped',
  )
  expect(page.words()).toContain('Held: nothing is packed or shipped')
})

it('the forecast says for each drop how many boxes have a belt, and everything to buy or ask', async () => {
  const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((sentence) => ({ sentence }))
  const drop = { drop: '2026-12', ownBelts: 0, boxes: 10, filled: 3, lines }
  const page = await openAdmin(<ForecastPage />, { '/api/admin/forecast': ok({ drops: [drop] }) })
  expect(page.words()).toContain('December 2026 3 of 10 boxes have a belt No belts yet.')
  expect(page.words()).toContain('one two three four five 2 more six seven')
})

it('the pick list asks for a single measuring guide, too', async () => {
  const page = await openAdmin(
    <PickListPage />,
    { [call('/pick-list')]: ok({ lines: [], boxes: 4, guides: 1 }) },
    { at: '/admin/drops/2026-12/pick-list', path: '/admin/drops/:drop/pick-list' },
  )
  expect(page.words()).toContain('And 1 measuring guide, for the boxes whose slip says so.')
})
