import { useEffect, useState } from 'react'
import type { AccountReply } from '../../domain/account/contracts.ts'
import type { creditContracts } from '../../domain/account/session-contracts.ts'
import type { CartItem } from '../../domain/cart.ts'
import type { SentInput } from '../../domain/contract.ts'
import { creditEndpoints } from '../../domain/endpoints.ts'
import { ApiError, callApi, send } from '../browser/call-api.ts'
import { keepPromotionCode, readPromotionCode } from '../browser/cart-storage.ts'
import type { AppliedPromotion } from '../checkout/start-payment.ts'

export type Promoting = ReturnType<typeof usePromotion>

type Entry = {
  /** the code that goes with the cart, null when there is none */
  code: string | null
  typed: string
  problem: string | null
  /** the buyer pressed something, so the focus has to follow what took its place */
  isByBuyer: boolean
}

const empty: Entry = { code: null, typed: '', problem: null, isByBuyer: false }
const unchecked = 'The code could not be checked. Please try again.'

/** Without the calls' schemas, which weigh more than the cart's own script. */
async function askForCredit<Name extends keyof typeof creditEndpoints>(
  name: Name,
  body?: SentInput<(typeof creditContracts)[Name]>,
): Promise<AccountReply<Name>> {
  const [method, path] = creditEndpoints[name].split(' ') as [string, string]
  const sent = body && { body: JSON.stringify(body) }
  return JSON.parse(await send(path, { method, headers: { 'content-type': 'application/json' }, ...sent }))
}

/**
 * The promotion code of a cart: kept in this tab, asked for again whenever the cart is another. What it takes off comes
 * from the server alone. A code that is refused later, say because it was used up, is taken out with the reason.
 */
export function usePromotion(cart: CartItem[]) {
  const [entry, setEntry] = useState<Entry>(() => ({ ...empty, code: readPromotionCode() }))
  const [known, setKnown] = useState<{ cart: CartItem[]; applied: AppliedPromotion } | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isUnanswered, setIsUnanswered] = useState(false)
  const [credit, setCredit] = useState(false)
  const [creditProblem, setCreditProblem] = useState<string | null>(null)
  const { code, typed } = entry
  const applied = known && known.cart === cart && known.applied.code === code ? known.applied : null

  useEffect(() => {
    if (!code || applied) return
    let isStale = false
    setIsUnanswered(false)
    callApi('previewPromotion', { promotionCode: code, cartItems: cart }).then(
      (reply) => {
        if (!isStale) setKnown({ cart, applied: reply })
      },
      (error: unknown) => {
        // Anything else is no word about the code: it is asked about again before payment begins.
        if (isStale) return
        if (!(error instanceof ApiError) || error.code !== 'promotion_refused') return setIsUnanswered(true)
        keepPromotionCode(null)
        setEntry({ ...empty, typed: code, problem: error.sentence ?? unchecked })
      },
    )
    return () => {
      isStale = true
    }
  }, [code, applied, cart])

  useEffect(() => {
    let isStale = false
    askForCredit('readCredit').then(
      ({ isThere, codes }) => {
        if (!isStale) setCredit(isThere || codes.length > 0)
      },
      // It is offered at the next look; a code can be typed all the same.
      () => {},
    )
    return () => {
      isStale = true
    }
  }, [])

  async function takeCredit() {
    if (isAsking) return
    setIsAsking(true)
    setCreditProblem(null)
    try {
      const { codes } = await askForCredit('makeCreditCode', { isForCheckout: true })
      await take(codes.at(-1) ?? '')
    } catch (error) {
      setCreditProblem(
        (error instanceof ApiError && error.sentence) || 'We couldn’t use it just now. Try again.',
      )
    }
    setIsAsking(false)
  }

  async function take(promotionCode: string) {
    const reply = await callApi('previewPromotion', { promotionCode, cartItems: cart })
    keepPromotionCode(reply.code)
    setKnown({ cart, applied: reply })
    setEntry({ ...empty, code: reply.code, isByBuyer: true })
  }

  async function apply() {
    if (isAsking) return
    if (typed.trim() === '') return setEntry({ ...entry, problem: 'Type your code first.' })
    setIsAsking(true)
    try {
      await take(typed.trim())
    } catch (error) {
      const sentence = error instanceof ApiError ? error.sentence : undefined
      setEntry((now) => ({ ...now, problem: sentence ?? unchecked }))
    }
    setIsAsking(false)
  }

  return {
    ...entry,
    applied,
    isAsking,
    /** the server could not be asked about the kept code; it is asked again before payment begins */
    isUnanswered,
    /** a signed-in buyer has store credit */
    credit,
    creditProblem,
    takeCredit,
    apply,
    setTyped: (next: string) => setEntry((now) => ({ ...now, typed: next })),
    remove() {
      keepPromotionCode(null)
      setEntry({ ...empty, isByBuyer: true })
    },
    /** the server did not take it when payment was to begin */
    refuse(sentence: string) {
      keepPromotionCode(null)
      setEntry({ code: null, typed: code ?? '', problem: sentence, isByBuyer: true })
    },
  }
}
