import { describe, expect, it } from 'vitest'
import { holdAnswer } from '../../test/browser.ts'
import { changes, hearing, openAccount, own } from '../../test/open-account.tsx'
import { no, ok } from '../../test/open-admin.tsx'

const suggestion = {
  address: '418 SE Alder St',
  address2: '',
  city: 'Portland',
  state: 'OR',
  zipCode: '97214',
}
const check = '/api/account/address-check'

describe('the shipping address', () => {
  it('is saved as typed with a two-letter state when nothing looks wrong', async () => {
    const { page, sent } = await openAccount([own], {
      [check]: ok({ problem: null, suggestion: null }),
      [changes('address')]: ok(own),
    })
    const toasts = await hearing(async () => {
      await page.press('Change the address')
      await page.fill('State', 'washington')
      await page.press('Save the address')
    })
    expect(sent(check)).toEqual([
      {
        address: '418 Alder Street',
        address2: 'Apt 4',
        city: 'Portland',
        state: 'washington',
        zipCode: '97209',
      },
    ])
    expect(sent(changes('address'))).toMatchObject([{ id: 'm1', fullName: 'Maya Ellison', state: 'WA' }])
    expect(toasts).toMatchObject([{ title: 'Address changed' }])
    expect(page.focused()).toBe(page.button('Change the address'))
    expect(page.words()).not.toContain('Save the address')
  })

  it('offers the carrier’s version with the member’s name, or keeps theirs', async () => {
    const replies = { [check]: ok({ problem: null, suggestion }), [changes('address')]: ok(own) }
    const { page, sent } = await openAccount([own], replies)
    await page.press('Change the address')
    await page.press('Save the address')
    expect(page.words()).toContain('Did you mean 418 SE Alder St, Portland, OR 97214?')
    expect(sent(changes('address'))).toEqual([])
    await page.press('Yes, use that')
    expect(sent(changes('address'))).toMatchObject([{ ...suggestion, fullName: 'Maya Ellison' }])
    await page.press('Change the address')
    await page.press('Save the address')
    await page.press('No, keep mine')
    expect(sent(changes('address')).at(-1)).toMatchObject({ address: '418 Alder Street' })
    await page.press('Change the address')
    await page.press('Save the address')
    await page.fill('Address', '9 Oak Road')
    expect(page.words(), 'it was about another address').not.toContain('Did you mean')
    await page.press('Save the address')
    expect(sent(check).at(-1)).toMatchObject({ address: '9 Oak Road' })
  })

  it('keeps the ZIP code and state when the city of that ZIP code is filled in', async () => {
    const nowhere = { ...own.taste!.address, address2: '', city: '', state: '', zipCode: '' }
    const { page, sent } = await openAccount([{ ...own, taste: { ...own.taste, address: nowhere } }], {
      '/zips/97.json': ok({ 97214: 'Portland' }),
      [check]: ok({ problem: null, suggestion: null }),
      [changes('address')]: ok(own),
    })
    await page.press('Change the address')
    await page.fill('ZIP code', '97214')
    const filled = ['City', 'State', 'ZIP code'].map((name) => page.field(name).value)
    expect(filled).toEqual(['Portland', 'OR', '97214'])
    await page.press('Save the address')
    expect(sent(changes('address'))).toMatchObject([{ city: 'Portland', state: 'OR', zipCode: '97214' }])
  })

  it('shows errors by field and focuses the first when refused', async () => {
    const { page } = await openAccount([own], {
      [changes('address')]: no({ error: 'Not saved.', fields: { city: 'City is required' } }),
    })
    await page.press('Change the address')
    await page.press('Save the address')
    expect(page.words()).toContain('City is required')
    expect(page.words()).not.toContain('Not saved.')
    expect(page.focused().name).toBe('city')
  })

  it('drops its error as soon as the field is corrected, and leaves the cursor where it is', async () => {
    const fields = { city: 'City is required', zipCode: 'ZIP code 97209 isn’t in Texas.' }
    const { page } = await openAccount([own], {
      [changes('address')]: no({ error: 'Not saved.', fields }),
    })
    await page.press('Change the address')
    await page.press('Save the address')
    await page.fill('State', 'Oregon')
    expect(page.words()).not.toContain('isn’t in Texas')
    expect(page.words()).toContain('City is required')
    expect(page.focused().name).toBe('state')
    await page.fill('City', 'Salem')
    expect(page.words()).not.toContain('City is required')
  })

  it('loses its general error once something is corrected', async () => {
    const { page } = await openAccount([own], { [changes('address')]: no({ error: 'Not saved.' }) })
    await page.press('Change the address')
    await page.press('Save the address')
    expect(page.words()).toContain('Not saved.')
    await page.fill('City', 'Salem')
    expect(page.words()).not.toContain('Not saved.')
  })
})

describe('an address typed on while the shop was busy', () => {
  it.each([
    ['offers a correction', { problem: null, suggestion }],
    ['finds nothing wrong', { problem: null, suggestion: null }],
  ])('is not replaced by the former one when the carrier %s', async (_, verdict) => {
    const { page, sent } = await openAccount([own], { [check]: ok(verdict), [changes('address')]: ok(own) })
    const answer = holdAnswer(check)
    await page.press('Change the address')
    await page.press('Save the address')
    await page.fill('Address', '9 Oak Road')
    answer()
    await page.settle()
    expect(page.words()).not.toContain('Did you mean')
    expect(sent(changes('address'))).toEqual([])
    expect(page.field('Address').value).toBe('9 Oak Road')
    expect(page.button('Save the address').disabled).toBe(false)
  })

  it('is not saved anymore once the member chose to keep the old one', async () => {
    const replies = { [check]: ok({ problem: null, suggestion: null }), [changes('address')]: ok(own) }
    const { page, sent } = await openAccount([own], replies)
    const answer = holdAnswer(check)
    await page.press('Change the address')
    await page.fill('Address', '9 Oak Road')
    await page.press('Save the address')
    await page.press('Keep the address')
    answer()
    await page.settle()
    expect(sent(changes('address'))).toEqual([])
  })

  it('stays in the form when the former one has been saved', async () => {
    const { page } = await openAccount([own], {
      [check]: ok({ problem: null, suggestion: null }),
      [changes('address')]: ok(own),
    })
    const answer = holdAnswer(changes('address'))
    await page.press('Change the address')
    await page.press('Save the address')
    await page.fill('Address', '9 Oak Road')
    answer()
    await page.settle()
    expect(page.field('Address').value).toBe('9 Oak Road')
  })
})
