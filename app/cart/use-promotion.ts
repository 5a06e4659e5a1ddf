import { useEffect, useState } from 'react'
import type { AccountReply } from '../../domain/account/contracts.ts'
import type { creditContracts } from '../../domain/account/session-contracts.ts'
import type { CartItem } from '../../domain/cart.ts'
import type { SentInput } from '../../domain/contract.ts'
import { creditEndpoints } from '../../domain/endpoints.ts'
import { ApiError, callApi, send } from '../browser/call-api.ts'
import { keepPromotionCode, readPromotionCode } from '../browser/cart-storage.ts'
import type { AppliedPromotion } from '../checkout/start-payment.ts'

export type CartPromotion = ReturnType<typeof usePromotion>

type Entry = {
  /** the cart's code; null without one */
  code: string | null
  typed: string
  problem: string | null
  /** the buyer pressed a button, so the focus has to follow what replaced it */
  isByBuyer: boolean
}

const empty: Entry = { code: null, typed: '', problem: null, isByBuyer: false }
const unchecked = 'We couldn’t check that code. Please try again.'

/** Without the contracts' schemas, which weigh more than the cart's own script. */
async function askForCredit<Name extends keyof typeof creditEndpoints>(
  name: Name,
  body?: SentInput<(typeof creditContracts)[Name]>,
): Promise<AccountReply<Name>> {
  const [method, path] = creditEndpoints[name].split(' ') as [string, string]
  const sent = body && { body: JSON.stringify(body) }
  return JSON.parse(await send(path, { method, headers: { 'content-type': 'application/json' }, ...sent }))
}

/**
 * The cart's promotion code: kept in this tab and checked again whenever the cart changes. Discounts only ever come
 * from the server. A code that is refused later, for example because it was used up, is removed with the reason.
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
        // Any other error says nothing about the code: it is checked again before payment starts.
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
      // It will be offered next time; a code can still be typed.
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
    /** the kept code couldn't be checked; it is checked again before payment starts */
    isUnanswered,
    /** a signed-in buyer has store credit */
    credit,
    creditProblem,
    takeCredit,
    apply,
    setTyped: (next: string) => setEntry((now) => ({ ...now, typed: next, problem: null })),
    remove() {
      keepPromotionCode(null)
      setEntry({ ...empty, isByBuyer: true })
    },
    /** the server refused it when the payment was about to start */
    refuse(sentence: string) {
      keepPromotionCode(null)
      setEntry({ code: null, typed: code ?? '', problem: sentence, isByBuyer: true })
    },
  }
}
