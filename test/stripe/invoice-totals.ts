import { moveCustomerBalance } from './customer-balance.ts'
import type { Invoice, InvoiceTax } from './invoice.ts'
import type { World } from './world.ts'

// Below this Stripe charges nothing and carries the amount over to the customer's balance.
const smallestCharge = 50

/** Computes a draft invoice's discounts, taxes and amount due; all in cents. */
export function computeTotals(world: World, invoice: Invoice): void {
  const lines = invoice.lines.data
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  let left = subtotal
  invoice.total_discount_amounts = []
  for (const id of invoice.discounts) {
    const coupon = world.coupons.get(world.discounts.get(id)?.source.coupon ?? '')
    if (!coupon) continue
    const off = coupon.amount_off ?? Math.round((left * (coupon.percent_off ?? 0)) / 100)
    const amount = Math.max(0, Math.min(left, off))
    left -= amount
    invoice.total_discount_amounts.push({ amount, discount: id })
  }
  const taxes = invoice.default_tax_rates.map(
    (rate): InvoiceTax => ({
      amount: rate.inclusive
        ? left - Math.round(left / (1 + rate.percentage / 100))
        : Math.round((left * rate.percentage) / 100),
      tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: 'not_available',
      taxable_amount: left,
      type: 'tax_rate_details',
    }),
  )
  const sumOf = (behavior: InvoiceTax['tax_behavior']) =>
    taxes.filter((tax) => tax.tax_behavior === behavior).reduce((sum, tax) => sum + tax.amount, 0)
  invoice.subtotal = subtotal
  invoice.subtotal_excluding_tax = subtotal - sumOf('inclusive')
  invoice.total_taxes = taxes
  invoice.total_excluding_tax = left - sumOf('inclusive')
  invoice.total = left + sumOf('exclusive')
  for (const line of lines) {
    line.discounts = [...invoice.discounts]
    line.discount_amounts = lines.length === 1 ? structuredClone(invoice.total_discount_amounts) : []
    line.taxes = lines.length === 1 ? structuredClone(taxes) : []
  }
  const balance = world.customers.get(invoice.customer)?.balance ?? 0
  invoice.starting_balance = balance
  const due = Math.max(0, invoice.total + balance)
  invoice.amount_due = due < smallestCharge ? 0 : due
  invoice.amount_remaining = invoice.amount_due
}

/** When the invoice is finalized, credit and amounts too small to charge move to the customer's balance. */
export function settleBalance(world: World, invoice: Invoice): void {
  const customer = world.customers.get(invoice.customer)
  if (!customer) return
  invoice.ending_balance = invoice.starting_balance + invoice.total - invoice.amount_due
  const amount = invoice.ending_balance - customer.balance
  const type = invoice.starting_balance === 0 ? 'invoice_too_small' : 'applied_to_invoice'
  if (amount !== 0) moveCustomerBalance(world, customer, { amount, type, invoice: invoice.id })
}
