import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, callApi } from '../browser/call-api.ts'
import { replaceCart } from '../browser/cart-storage.ts'

type Opening = { isOpening: boolean; problem: string | null }

const tokenOf = (hash: string) => /^#pay=([\w-]{20,})$/.exec(hash)?.[1] ?? null

/**
 * A payment link made in the admin replaces this tab's cart; from then on it is a cart like any other. The token is
 * in the hash and removed from the URL once used.
 */
export function useOrderLink(): Opening {
  const [state, setState] = useState<Opening>({ isOpening: false, problem: null })
  useEffect(() => {
    function open() {
      const token = tokenOf(window.location.hash)
      if (!token) return
      setState({ isOpening: true, problem: null })
      callApi('openOrderLink', { token })
        .then(({ cartItems }) => {
          replaceCart(cartItems)
          window.history.replaceState(window.history.state, '', '/cart')
          setState({ isOpening: false, problem: null })
        })
        .catch((error: unknown) => {
          const sentence = error instanceof ApiError ? error.sentence : null
          setState({
            isOpening: false,
            problem: sentence ?? 'We couldn’t open your order. Try the link again.',
          })
        })
    }
    open()
    // Pasting a link into an open cart changes only the hash and reloads nothing.
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
  return state
}

/** Shown for a link that can no longer be paid. */
export function DeadLink({ problem }: { problem: string }) {
  return (
    <div className="wrap">
      <div className="checkout cart-skeleton">
        <h1 className="cart-title">Your order</h1>
        <p role="alert">{problem}</p>
        <p>
          <Link className="btn btn-2" to="/contact">
            Write to us
          </Link>
        </p>
      </div>
    </div>
  )
}
