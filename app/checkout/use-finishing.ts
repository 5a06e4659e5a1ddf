import { useState } from 'react'
import { messages } from '../../domain/messages.ts'
import { ApiError } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'
import { isSetup, type Paid } from './confirm-payment.ts'
import { createOrder } from './create-order.ts'
import type { KeptPayment } from './kept-payment.ts'
import type { NewOrder } from './last-order.ts'

/** A payment that is made, or being made, and has no order yet: from here on only the order is tried. */
export type Unfinished = {
  kept: KeptPayment
  paid: Paid
  /** 'processing': the bank has not decided; 'order' and 'setup': what could not be made though the bank said yes */
  because: 'processing' | 'order' | 'setup'
  /** why it could not be made (spec §8 "Order call server failures") */
  reason?: string | undefined
}

const { checkout } = messages

/**
 * From a succeeded payment to its order; where that fails, it says so and can be tried again without paying again.
 * `onRefused` gets the sentence of a card that was set up and then refused: nothing was charged, and another is needed.
 */
export function useFinishing(onOrdered: (order: NewOrder) => void, onRefused: (sentence: string) => void) {
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function finish(kept: KeptPayment, paid: Paid) {
    setIsBusy(true)
    try {
      onOrdered(await createOrder(kept.started, kept.email, paid))
    } catch (error) {
      const isForSetup = isSetup(kept.started.clientSecret)
      const reason = error instanceof ApiError ? error.sentence : undefined
      if (error instanceof ApiError && error.code === 'setup_refused') onRefused(reason ?? '')
      else setUnfinished({ kept, paid, because: isForSetup ? 'setup' : 'order', reason })
      showToast({
        title: isForSetup ? checkout.subscriptionCreationFailed : checkout.orderCreationFailed,
        description: isForSetup
          ? checkout.subscriptionCreationFailedDetail
          : checkout.orderCreationFailedDetail,
        destructive: true,
      })
    } finally {
      setIsBusy(false)
    }
  }

  async function look({ kept, paid }: Unfinished) {
    setIsBusy(true)
    try {
      onOrdered(await createOrder(kept.started, kept.email, paid))
    } catch {
      showToast({ title: 'Not decided yet', description: 'Your bank is still working on the payment.' })
    } finally {
      setIsBusy(false)
    }
  }

  return {
    unfinished,
    isBusy,
    finish,
    /** the bank has not decided yet */
    wait: (kept: KeptPayment, paid: Paid) => setUnfinished({ kept, paid, because: 'processing' }),
    async tryAgain() {
      if (!unfinished || isBusy) return
      if (unfinished.because === 'processing') await look(unfinished)
      else await finish(unfinished.kept, unfinished.paid)
    },
  }
}
