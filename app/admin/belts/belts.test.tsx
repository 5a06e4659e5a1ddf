import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { beltSizes } from '../../../domain/sizing.ts'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import { useReadAgain } from '../client/use-admin.ts'
import DropsPage from '../drops/drops-page.tsx'
import SlipsPage from '../drops/slips-page.tsx'
import BeltsPage from './belts-page.tsx'
import { CopyBelts } from './copy-belts.tsx'
import EditBeltPage from './edit-belt-page.tsx'
import { PrintLabels } from './print-labels.tsx'
import ReceivePage from './receive-page.tsx'
import StockPage from './stock-page.tsx'

const call = (what = '') => `/api/admin/drops/2026-12${what}`
const receipt = {
  ...{
    id: 'r1',
    belt: 'Ashbury',
    sku: 'A',
    size: '34',
    pieces: 1,
    stock: 8,
    username: 'ana',
    isUndone: false,
  },
  createdAt: '2026-11-20T15:00:00.000Z',
}

describe('inventory', () => {
  const belt = {
    ...{
      id: 't1',
      name: 'Ashbury',
      sku: 'A',
      gender: 'male',
      style: 'dress',
      drop: '2026-12',
      isActive: true,
      images: [],
    },
    stock: beltSizes.male.map((size, index) => ({ size, stock: index })),
  }
  const replies = {
    '/api/admin/belts': ok({ belts: [belt], drops: ['2026-12'] }),
    '/api/admin/belts?drop=2026-12': ok({ belts: [belt], drops: ['2026-12'] }),
    '/api/admin/drops': ok({ drops: [{ drop: '2026-12', isCurrent: true }], next: {} }),
    '/api/admin/belts/t1/stock': ok(belt),
    '/api/admin/stock/needs': ok({ drop: '2026-12', cutOffDay: '2026-11-30', threshold: 3, needs: [] }),
  }
  const size = beltSizes.male[3]!
  const what = `Ashbury, size ${size}`
  const promised = (stock: number) => `/api/admin/belts/t1/promised?size=${size}&stock=${stock}`

  it('saves on blur: adds at once, asks whose belt it takes before removing', async () => {
    const loser = { id: 'b1', name: 'Bea', drop: '2026-12' }
    const page = await openAdmin(
      <StockPage />,
      { ...replies, [promised(2)]: ok({ boxes: [] }), [promised(1)]: ok({ boxes: [loser] }) },
      { at: '/admin/belts/stock?drop=2026-12' },
    )
    const type = async (figure: string) => {
      await page.fill(what, figure)
      await page.leave(what)
    }
    const saved = (stock: number) => ({ beltId: 't1', changes: [{ size, stock, was: 3 }] })
    const sent = () =>
      page.sent('/api/admin/belts/t1/stock').map((body) => ({ beltId: 't1', ...(body as object) }))
    await type('x')
    expect(page.words()).toContain(`${what}: enter a whole number, 0 or more.`)
    await type(' 3 ')
    expect(sent()).toEqual([])
    await type('9')
    expect(page.words()).toContain(`${what}: 9 saved.`)
    await type('2')
    expect(sent()).toEqual([saved(9), saved(2)])
    await type('1')
    expect(page.words()).toContain(`One person was promised ${what}`)
    expect(page.words()).toContain('Bea, December 2026')
    expect(sent()).toHaveLength(2)
    await page.press('Set it to 1')
    expect(sent()[2]).toEqual(saved(1))
    // Not known whose belt it takes: nothing is saved.
    await type('0')
    expect(sent()).toHaveLength(3)
    expect(page.words()).toContain(`${what} couldn’t be saved. Try again.`)
    expect(page.field(what).getAttribute('aria-invalid')).toBe('true')
    await page.fill(what, '7')
    await page.key('Escape')
    expect(page.field(what).value).toBe('3')
  })

  it('keeps a count that is retyped while the first one saves', async () => {
    const counted = (pieces: number) => {
      const stock = belt.stock.map((each) => (each.size === size ? { size, stock: pieces } : each))
      return ok({ belts: [{ ...belt, stock }], drops: ['2026-12'] })
    }
    const list = '/api/admin/belts?drop=2026-12'
    const save = '/api/admin/belts/t1/stock'
    const answers = { ...replies, [list]: counted(3) }
    const page = await openAdmin(<StockPage />, answers, { at: '/admin/belts/stock?drop=2026-12' })
    const letAnswer = slowCalls(save)
    await page.fill(what, '21')
    await page.leave(what)
    await page.fill(what, '22')
    answers[list] = counted(21)
    letAnswer()
    await page.settle()
    expect(page.words()).toContain(`${what}: 21 saved.`)
    expect(page.field(what).value).toBe('22')
    await page.leave(what)
    answers[list] = counted(22)
    letAnswer()
    await page.settle()
    expect(page.words()).toContain(`${what}: 22 saved.`)
    expect(page.field(what).value).toBe('22')
    const changes = page.sent(save).map((body) => (body as { changes: object[] }).changes)
    expect(changes).toEqual([[{ size, stock: 21, was: 3 }], [{ size, stock: 22, was: 21 }]])
  })

  it('counts each scan once, resends an unsure one, and undoes it', async () => {
    const list = {
      '/api/admin/stock/receipts': ok({
        receipt,
        receipts: [receipt, { ...receipt, id: 'r2', isUndone: true }],
      }),
      '/api/admin/stock/receipts/r1/undo': ok({ receipt: { ...receipt, stock: 7 } }),
    }
    const page = await openAdmin(<ReceivePage />, list)
    await page.fill(/^Scan a belt/, ' A 34 ')
    await page.key('Enter')
    expect(page.sent('/api/admin/stock/receipts')).toEqual([
      { id: expect.any(String), code: 'A 34', pieces: 1 },
    ])
    expect(page.words()).toContain('+1 Ashbury, size 34. 8 on the shelf.')
    expect(page.field(/^Scan a belt/).value).toBe('')
    expect(page.words()).toContain('Taken back')
    list['/api/admin/stock/receipts'] = ok({ receipts: [{ ...receipt, isUndone: true }] })
    await page.press(/^Undo/)
    expect(page.words()).toContain('Taken back: Ashbury, size 34. 7 on the shelf.')
    expect(() => page.button(/^Undo/), 'once').toThrow('There is no')
    const unsure = await openAdmin(<ReceivePage />, { '/api/admin/stock/receipts': no({}, 502) })
    await unsure.fill(/^Scan a belt/, 'A 34')
    await unsure.key('Enter')
    expect(unsure.words()).toContain('won’t count twice')
    await unsure.press('Send it again')
    const [first, again] = unsure.sent('/api/admin/stock/receipts') as { id: string }[]
    expect(again).toEqual(first)
    const refused = await openAdmin(<ReceivePage />, {
      '/api/admin/stock/receipts': no({ error: 'No belt has it.' }, 404),
    })
    await refused.fill(/^Scan a belt/, 'Z')
    await refused.key('Enter')
    expect(refused.words()).not.toContain('Send it again')
  })
})

describe('a packing slip', () => {
  const slip = {
    ...{
      boxId: 'b1',
      reference: 'AAAA',
      orderNumber: 'BC-1',
      name: 'Bea',
      lines: ['1 Elm', 'Salem, MA'],
      bars: [1, 2, 3],
    },
    ...{ belt: 'Ashbury', sku: 'A', size: '34', ordinal: 2, boxCount: 6, hasGuide: true },
    gift: { from: 'Ana', message: 'Happy\n\nbirthday.' },
  }
  const screen = (
    <Routes>
      <Route path="/admin/drops/:drop/slips" element={<SlipsPage />} />
    </Routes>
  )

  it('names the giver, belt and message, and no price', async () => {
    const page = await openAdmin(
      screen,
      {
        [`${call('/slips')}?boxId=b1`]: ok({
          slips: [slip, { ...slip, boxId: 'b2', gift: null, hasGuide: false }],
          nextCursor: null,
        }),
        '/api/admin/settings': ok({ shopName: '', defaults: { shopName: 'Belt Club' } }),
      },
      { at: '/admin/drops/2026-12/slips?box=b1' },
    )
    const words = page.words()
    expect(words).toContain('2 slips')
    expect(words).toContain(
      'Belt Club December 2026 Bea1 ElmSalem, MA Ashbury Size 34 A A gift from Ana, belt 2 of 6',
    )
    expect(words).toContain('With the measuring guide Happy birthday. Doesn’t fit?')
    expect(words.match(/A gift/g)).toHaveLength(1)
    expect(words.match(/measuring guide/g)).toHaveLength(1)
    expect(words).toContain('BC-1 · AAAA')
    expect(words).not.toContain('$')
  })
})

describe('the list of drops', () => {
  const drop = {
    ...{
      drop: '2026-12',
      cutOffDay: '2026-11-30',
      shipBy: '2026-12-31',
      state: 'held',
      belts: 3,
      activeBelts: 2,
    },
    ...{ pieces: 1200, boxesOwed: 4000, isCurrent: false, isCreated: true },
  }
  const next = { drop: '2027-01', cutOffDay: '2026-12-31', shipBy: '2027-01-31' }
  const drops = [
    drop,
    { ...drop, drop: '2026-11', isCurrent: true },
    { ...drop, drop: '2026-10', activeBelts: 0 },
  ]
  const replies = { '/api/admin/drops': ok({ drops, next, drop: '2027-01' }), [call('/current')]: ok() }

  it('shows a drop on the home page, and starts the next one on the club’s days', async () => {
    const page = await openAdmin(<DropsPage />, replies)
    expect(page.words()).toContain('The home page shows November 2026.')
    expect(page.words()).toMatch(
      /December 2026 Nov(ember)? 30, 2026 Dec(ember)? 31, 2026 held 32 active 1,200 4,000 Show/,
    )
    expect(page.words()).toContain('No active belts')
    const [december, november] = drops
    const shown = [
      { ...december, isCurrent: true },
      { ...november, isCurrent: false },
    ]
    replies['/api/admin/drops'] = ok({ drops: shown, next, drop: '2027-01' })
    await page.press('Show December 2026 on the home page')
    expect(page.told()).toEqual(['Home Page Updated: It shows December 2026’s belts now.'])
    expect(page.sent(call('/current'))).toHaveLength(1)
    expect(page.words()).toContain('The home page shows December 2026.')
    await page.press('Create January 2027')
    await page.fill(/^Cut-off/, '')
    await page.press('Create drop')
    expect(page.words()).toContain('Choose both days.')
    await page.fill(/^Cut-off/, '2027-01-02')
    await page.press('Create drop')
    expect(page.sent('/api/admin/drops')).toEqual([{ ...next, cutOffDay: '2027-01-02' }])
    expect(page.told().at(-1)).toBe('Drop Created: Open January 2027 and add its belts.')
    const support = await openAdmin(<DropsPage />, replies, { role: 'support' })
    expect(support.words()).not.toContain('Create January')
    expect(support.words()).toContain('Not shown')
  })
})

it('the list of belts says which style has too few examples, and which sizes are out', async () => {
  const stock = [
    { size: '34', stock: 7 },
    { size: '36', stock: 0 },
  ]
  const three = ['Ash', 'Birch', 'Cedar'].map((name) => ({
    ...{ id: name, name, sku: name, gender: 'male', style: 'dress', imageUrl: null, colors: [], stock },
    isActive: name !== 'Cedar',
  }))
  const casual = { ...three[0]!, id: 'Dale', name: 'Dale', sku: 'Dale', style: 'casual' }
  const page = await openAdmin(
    <BeltsPage />,
    {
      '/api/admin/belts?drop=2026-12': ok({ belts: [...three, casual], drop: '2026-12', drops: ['2026-12'] }),
    },
    { at: '/admin/belts?drop=2026-12' },
  )
  expect(page.words()).toContain('4 belts, 3 active')
  expect(page.words()).toContain('Fewer than three active examples. Men, Dress: 2. Men, Casual: 1.')
  expect(page.words()).toContain('7none of 36 Put away')
  // What a filter hides isn't missing.
  await page.fill('Style', 'casual')
  expect(page.words()).not.toContain('Ash')
  expect(page.words()).toContain('Men, Dress: 2. Men, Casual: 1.')
  expect(page.button('Stock').getAttribute('href')).toBe('/admin/belts/stock?drop=2026-12&style=casual')
})

it('a belt’s form keeps what it began with while the belt changes elsewhere', async () => {
  const began = {
    ...{
      id: 't1',
      name: 'Ashbury',
      sku: 'MD1-202612-ASHBURY',
      slug: 'ashbury',
      drop: '2026-12',
      design: 'd1',
    },
    ...{ description: 'Plain.', material: 'Oak', widthMm: 33, buckle: 'Brass', colors: ['Oak'], suits: '' },
    ...{ gender: 'male', style: 'dress', displayOrder: 0, isActive: true, isUsed: false, stock: [] },
    ...{ imageUrl: null, imageAlt: '', lifestyleImageUrl: null, lifestyleAlt: '' },
    ...{ nightImageUrl: null, detailImageUrl: null, detailAlt: '' },
  }
  const replies = { '/api/admin/belts/t1': ok({ belt: began }) }
  function ChangeElsewhere() {
    const readAgain = useReadAgain()
    return (
      <button type="button" onClick={() => void readAgain('/api/admin/belts')}>
        Read again
      </button>
    )
  }
  const page = await openAdmin(
    <>
      <EditBeltPage {...({ params: { beltId: 't1' } } as Parameters<typeof EditBeltPage>[0])} />
      <ChangeElsewhere />
    </>,
    replies,
  )
  await page.fill('Name', 'Ashby')
  replies['/api/admin/belts/t1'] = ok({ belt: { ...began, name: 'Ashford', buckle: 'Nickel' } })
  await page.press('Read again')
  expect(page.document.querySelector('h1')?.textContent).toBe('Ashbury')
  expect(page.field('Name').value).toBe('Ashby')
  await page.press('Save belt')
  // The server compares `was` with what there is, and asks before anything is lost.
  expect(page.sent('/api/admin/belts/t1')).toMatchObject([
    { belt: { name: 'Ashby', buckle: 'Brass' }, was: { name: 'Ashbury', buckle: 'Brass' } },
  ])
})

it('labels start on the first free one of a sheet, for one belt or all', async () => {
  const belt = (id: string, stock: number) => ({ id, name: id, stock: [{ size: '34', stock }] })
  const listed = ok({ belts: [belt('Ash', 2), belt('Birch', 3)] })
  const page = await openAdmin(<PrintLabels drop="2026-12" />, { '/api/admin/belts?drop=2026-12': listed })
  await page.press('Labels')
  const pdf = () => page.button('Get the PDF').getAttribute('href')?.split('drop=2026-12&')[1]
  await page.fill(/^First free/, '7')
  expect(page.words()).toContain('5 labels')
  expect(pdf()).toBe('paper=sheet&first=7')
  await page.fill(/^First free/, '31')
  expect(() => pdf(), 'a sheet has 30').toThrow('There is no')
  await page.fill('Belts', 'Birch')
  await page.fill('Paper', 'roll')
  expect(page.words()).toContain('3 labels')
  expect(pdf()).toBe('paper=roll&beltId=Birch')
  await page.fill('How many', 'each')
  await page.fill('Of every size', '12')
  expect(page.words()).toContain('12 labels')
  expect(pdf()).toBe('paper=roll&beltId=Birch&each=12')
})

describe('belts from elsewhere', () => {
  it('are copied from the month before, even once there are newer ones', async () => {
    const drops = ['2027-01', '2026-12', '2026-11', '2026-10'].map((drop) => ({ drop, belts: 2 }))
    const page = await openAdmin(<CopyBelts drop="2026-12" />, {
      '/api/admin/drops': ok({ drops }),
      '/api/admin/belts?drop=2026-11': ok({ drop: '2026-11', belts: [] }),
      '/api/admin/belts?drop=2026-12': ok({ drop: '2026-12', belts: [] }),
    })
    await page.press('Copy belts')
    expect(page.field('From').value).toBe('2026-11')
  })

  it('say of the belt itself that its name is taken, whichever others are copied', async () => {
    const belt = (id: string, name: string) => ({
      ...{ id, name, gender: 'male', style: 'dress', imageUrl: '/a.webp' },
    })
    const refused = no({ fields: { 'belts.0.name': 'Another belt is called Birch.' } })
    const page = await openAdmin(<CopyBelts drop="2026-12" />, {
      '/api/admin/drops': ok({ drops: [{ drop: '2026-11', belts: 2 }] }),
      '/api/admin/belts?drop=2026-11': ok({ belts: [belt('t1', 'Ash'), belt('t2', 'Birch')] }),
      '/api/admin/belts?drop=2026-12': ok({ belts: [] }),
      [call('/belts/copies')]: refused,
    })
    await page.press('Copy belts')
    await page.check('Ash', false)
    await page.press('Copy 1 belt')
    expect(page.sent(call('/belts/copies'))).toMatchObject([{ belts: [{ id: 't2', name: 'Birch' }] }])
    const said = [...page.document.querySelectorAll('li')].map((row) => row.textContent)
    expect(said).toEqual(['AshDress, men', 'BirchAnother belt is called Birch.'])
  })
})
