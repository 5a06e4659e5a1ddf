import { accountOperations } from './account.ts'
import { balanceOperations } from './balance.ts'
import { billingPortalOperations } from './billing-portal.ts'
import { chargeOperations } from './charge.ts'
import { checkoutSessionOperations } from './checkout-session.ts'
import { couponOperations } from './coupon.ts'
import { customerOperations } from './customer.ts'
import { customerBalanceOperations } from './customer-balance.ts'
import { disputeOperations } from './dispute.ts'
import { eventOperations } from './event.ts'
import { invoiceOperations } from './invoice-operations.ts'
import { invoicePaymentOperations } from './invoice-payment.ts'
import type { Contract, Operations } from './operation.ts'
import { paymentIntentOperations } from './payment-intent.ts'
import { paymentMethodOperations } from './payment-method.ts'
import { priceOperations } from './price.ts'
import { productOperations } from './product.ts'
import { refundOperations } from './refund.ts'
import { setupIntentOperations } from './setup-intent.ts'
import { subscriptionOperations } from './subscription-operations.ts'
import { taxCalculationOperations } from './tax-calculation.ts'
import { taxRateOperations } from './tax-rate.ts'
import { taxRegistrationOperations } from './tax-registration.ts'
import { taxTransactionOperations } from './tax-transaction.ts'

const operations: Operations = {
  ...balanceOperations,
  ...accountOperations,
  ...billingPortalOperations,
  ...chargeOperations,
  ...checkoutSessionOperations,
  ...couponOperations,
  ...customerOperations,
  ...customerBalanceOperations,
  ...disputeOperations,
  ...eventOperations,
  ...invoiceOperations,
  ...invoicePaymentOperations,
  ...paymentIntentOperations,
  ...paymentMethodOperations,
  ...priceOperations,
  ...productOperations,
  ...refundOperations,
  ...setupIntentOperations,
  ...subscriptionOperations,
  ...taxCalculationOperations,
  ...taxRateOperations,
  ...taxRegistrationOperations,
  ...taxTransactionOperations,
}

/** As named in contract.json. */
export const operationNames = Object.keys(operations)

/** Runs one operation of contract.json; its parameters are already validated against the contract. */
export function perform(name: string, call: Contract<Record<string, unknown>>): object {
  const operation = operations[name]
  if (!operation) throw new Error(`The contract has ${name}, the simulator has not.`)
  return operation(call as Contract<never>)
}
