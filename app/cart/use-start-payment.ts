import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CartItem } from '../../domain/cart.ts'
import { messages } from '../../domain/messages.ts'
import type { ApiError } from '../browser/call-api.ts'
import type { NewOrder } from '../checkout/last-order.ts'
import { readPaidPayment, type StartedCheckout, startPayment } from '../checkout/start-payment.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import type { CartPromotion } from './use-promotion.ts'

type Starting = {
  cart: CartItem[]
  promotion: CartPromotion
  /** why the previous payment failed */
  formerProblem: string | null
  /** the cart turned out to be ordered already */
  onOrdered: (order: NewOrder) => void
}

/** Starts the payment on the server; an error is in `problem`, or in the code's own field. */
export function useStartPayment({ cart, promotion, formerProblem, onOrdered }: Starting) {
  const { plans } = useShop()
  const today = useToday()
  const { revalidate } = useRevalidator()
  const [isStarting, setIsStarting] = useState(false)
  const [problem, setProblem] = useState(formerProblem)

  /** @returns null if it failed, with the reason on screen, or was already ordered */
  async function start(): Promise<StartedCheckout | null> {
    setIsStarting(true)
    setProblem(null)
    if (await isOrderedFirst()) return null
    const result = await startPayment(cart, { today, plans }, promotion.code, promotion.applied)
    setIsStarting(false)
    if (result.outcome === 'started') return result.started
    if (result.outcome === 'ordered') {
      onOrdered({ orderNumber: result.orderNumber, email: cart[0]?.shippingDetails?.email ?? '', cart })
    } else if (result.isPromotion) promotion.refuse(result.sentence)
    else {
      setProblem(result.sentence)
      // A plan may have changed since the page was opened: the reloaded cart says which.
      void revalidate()
    }
    return null
  }

  /** False: a payment may start. */
  async function isOrderedFirst(): Promise<boolean> {
    const before = readPaidPayment()
    if (!before || JSON.stringify(before.started.cart) === JSON.stringify(cart)) return false
    try {
      // Rarely needed, so the cart page doesn't load it.
      const { orderPaidBefore } = await import('../checkout/use-finish-order.ts')
      const order = await orderPaidBefore(before)
      if (order) onOrdered(order)
      return order !== null
    } catch (error) {
      setProblem((error as Partial<ApiError>).sentence ?? messages.checkout.orderCreationFailedDetail)
      setIsStarting(false)
      return true
    }
  }

  return { isStarting, problem, setProblem, start }
}
