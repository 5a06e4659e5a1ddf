import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, callApi } from '../browser/call-api.ts'
import { readCart, replaceCart } from '../browser/cart-storage.ts'

type Opening = {
  isOpening: boolean
  problem: string | null
  /** Set while this tab's cart has something else, which the link's order would replace. */
  choice: { open: () => void; keep: () => void } | null
}

const tokenOf = (hash: string) => /^#pay=([\w-]{20,})$/.exec(hash)?.[1] ?? null

const done: Opening = { isOpening: false, problem: null, choice: null }

function leaveLink() {
  window.history.replaceState(window.history.state, '', '/cart')
}

/**
 * A payment link made in the admin becomes this tab's cart; from then on it is a cart like any other. A cart that the
 * tab already has is replaced only if its visitor agrees. The token is in the hash and removed from the URL once used.
 */
export function useOrderLink(): Opening {
  const [state, setState] = useState<Opening>(done)
  useEffect(() => {
    function open() {
      const token = tokenOf(window.location.hash)
      if (!token) return
      setState({ ...done, isOpening: true })
      callApi('openOrderLink', { token })
        .then(({ cartItems }) => {
          const replace = () => {
            replaceCart(cartItems)
            leaveLink()
            setState(done)
          }
          const isOwn = (id: string) => cartItems.some((item) => item.id === id)
          if (readCart().every(({ id }) => isOwn(id))) return replace()
          const keep = () => {
            leaveLink()
            setState(done)
          }
          setState({ ...done, choice: { open: replace, keep } })
        })
        .catch((error: unknown) => {
          const sentence = error instanceof ApiError ? error.sentence : null
          const problem = sentence ?? 'We couldn’t open your order. Try the link again.'
          setState({ ...done, problem })
        })
    }
    open()
    // Pasting a link into an open cart changes only the hash and reloads nothing.
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
  return state
}

/** Asks before the link's order replaces what is in the cart. */
export function ReplaceCart({ choice }: { choice: NonNullable<Opening['choice']> }) {
  return (
    <div className="wrap page">
      <div className="narrow empty-cart">
        <h1>Your order</h1>
        <p className="lead">Your cart already has something in it. Opening this order replaces it.</p>
        <p className="empty-acts">
          <button type="button" className="btn btn-1" onClick={choice.open}>
            Open the order
          </button>
          <button type="button" className="btn btn-2" onClick={choice.keep}>
            Keep my cart
          </button>
        </p>
      </div>
    </div>
  )
}

/** Shown for a link that can no longer be paid. */
export function DeadLink({ problem }: { problem: string }) {
  return (
    <div className="wrap page">
      <div className="narrow empty-cart">
        <h1>Your order</h1>
        <p className="lead" role="alert">
          {problem}
        </p>
        <p className="empty-acts">
          <Link className="btn btn-2" to="/contact">
            Write to us
          </Link>
        </p>
      </div>
    </div>
  )
}
