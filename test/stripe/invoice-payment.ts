import type { Invoice } from './invoice.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { invalidRequest } from './refusal.ts'
import type { World } from './world.ts'

function newInvoicePayment(world: World, invoice: Invoice, intent: string) {
  return {
    id: world.newId('inpay'),
    object: 'invoice_payment' as const,
    amount_paid: null as number | null,
    amount_requested: invoice.amount_due,
    created: world.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false as const,
    payment: { payment_intent: intent, type: 'payment_intent' as const },
    status: 'open' as 'open' | 'paid' | 'canceled',
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  }
}

/** Links an invoice and its payment: neither refers to the other. */
export type InvoicePayment = ReturnType<typeof newInvoicePayment>

export function linkPayment(world: World, invoice: Invoice, intent: string): InvoicePayment {
  const link = newInvoicePayment(world, invoice, intent)
  world.invoicePayments.set(link.id, link)
  return link
}

export function paymentOfInvoice(world: World, invoice: string): InvoicePayment | undefined {
  return [...world.invoicePayments.values()].find((link) => link.invoice === invoice)
}

export function paymentOfIntent(world: World, intent: string): InvoicePayment | undefined {
  return [...world.invoicePayments.values()].find((link) => link.payment.payment_intent === intent)
}

type ListParams = {
  invoice?: string
  payment?: { type: string; payment_intent?: string }
  status?: string
  created?: CreatedRange
}

export const invoicePaymentOperations: Operations = {
  'GET /v1/invoice_payments': ({ world, params }: { world: World; params: ListParams }) => {
    const { invoice, payment, status } = params
    if (payment?.type === 'payment_intent' && payment.payment_intent === undefined)
      throw invalidRequest('Missing required param: payment[payment_intent].', {
        code: 'parameter_missing',
        param: 'payment[payment_intent]',
      })
    return listed(
      [...world.invoicePayments.values()].filter(
        (link) =>
          (invoice === undefined || link.invoice === invoice) &&
          (payment?.payment_intent === undefined || link.payment.payment_intent === payment.payment_intent) &&
          (status === undefined || link.status === status) &&
          isCreatedIn(params.created, link.created),
      ),
    )
  },
}
