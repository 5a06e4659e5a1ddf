import { useEffect, useState } from 'react'
import { type GiftPageView, giftCalls } from '../../domain/account/gift-calls.ts'
import { ApiError } from '../browser/call-api.ts'
import { sendCall } from '../browser/send-call.ts'

type Standing = 'loading' | 'here' | 'over' | 'no-answer'

/** The gift that the address opens. */
export function useGift(token: string) {
  const [gift, setGift] = useState<GiftPageView | null>(null)
  const [standing, setStanding] = useState<Standing>('loading')
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isGone = false
    setStanding('loading')
    sendCall(giftCalls.openGift, { token }).then(
      (view) => {
        if (isGone) return
        setGift(view as GiftPageView)
        setStanding('here')
      },
      (error: unknown) => !isGone && setStanding(isRefused(error) ? 'over' : 'no-answer'),
    )
    return () => {
      isGone = true
    }
  }, [token, round])

  return { gift, standing, setGift, tryAgain: () => setRound((before) => before + 1) }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
