import { Link } from 'react-router'
import { messages } from '../../domain/messages.ts'

export function EmptyCart() {
  return (
    <div className="wrap page">
      <div className="narrow empty-cart">
        <h1>{messages.checkout.empty}</h1>
        <p className="lead">Six short questions, and there is a belt in it.</p>
        <p>
          <Link className="btn btn-1" to="/">
            Start Shopping
          </Link>
        </p>
      </div>
    </div>
  )
}
