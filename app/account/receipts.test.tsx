import { describe, expect, it } from 'vitest'
import type { MoneyView } from '../../domain/membership-view.ts'
import { openAccount, own } from '../../test/open-account.tsx'

const receipt = own.money!.receipts[0]!
const withReceipt = (changes: Partial<MoneyView['receipts'][0]>) =>
  openAccount([{ ...own, money: { ...own.money!, receipts: [{ ...receipt, ...changes }] } }])

describe('a receipt', () => {
  it('of an unexpected amount says that it is being looked at, not that it bought no belts', async () => {
    const { page } = await withReceipt({ boxCount: 0, refunds: [] })
    await page.press(/^Open the receipt/)
    expect(page.words()).toContain('6 Months membership, being looked at $367.00')
  })

  it('names the plan that was paid for, whatever plan comes now', async () => {
    const { page } = await withReceipt({ planName: 'Monthly', boxCount: 1 })
    await page.press(/^Open the receipt/)
    expect(page.words()).toContain('Monthly membership, 1 belt $367.00')
  })

  it('says that money is still on its way back until it has arrived', async () => {
    const { page } = await withReceipt({ refunds: [{ ...receipt.refunds[0]!, isDone: false }] })
    await page.press(/^Open the receipt/)
    expect(page.words()).toContain('Refund on its way since November 2, 2026 −$59.50')
    expect(page.words()).not.toContain('Refunded')
  })
})

describe('instead of cancelling', () => {
  it('a pause can be chosen, or another size', async () => {
    const { page } = await openAccount()
    await page.press('Cancel membership')
    await page.press('Pause instead')
    expect(page.words()).toContain('Pause for')
    await page.press('Cancel membership')
    await page.press('Another size instead')
    expect(page.button('Save size and styles').disabled).toBe(false)
  })
})
