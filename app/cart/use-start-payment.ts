import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CartItem } from '../../domain/cart.ts'
import type { NewOrder } from '../checkout/last-order.ts'
import { type StartedCheckout, startPayment } from '../checkout/start-payment.ts'
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

  return { isStarting, problem, setProblem, start }
}
