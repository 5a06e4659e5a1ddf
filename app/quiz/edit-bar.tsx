import type { CartItem } from '../../domain/cart.ts'
import { forWhom } from '../../domain/cart-text.ts'
import './edit-bar.css'
import { steps } from './steps.ts'

type EditBarProps = {
  item: CartItem
  /** its place in the cart, from 1 */
  number: number
  step: number
  onGoTo: (step: number) => void
  onDiscard: () => void
}

/** Says which item of the cart is changed, leads to each of its answers, and out of it again. */
export function EditBar({ item, number, step, onGoTo, onDiscard }: EditBarProps) {
  return (
    <div className="edit-bar">
      <p>
        <b>Editing item {number} of your cart</b>
        <span className="quiet">
          {item.planName}, {forWhom(item)}. Nothing changes before you save.
        </span>
      </p>
      <button className="btn btn-3" type="button" onClick={onDiscard}>
        Leave as it was
      </button>
      <nav aria-label="Answers of this item">
        <ol>
          {steps.map(({ title }, index) => (
            <li key={title}>
              <button
                type="button"
                aria-current={step === index + 1 ? 'step' : undefined}
                onClick={() => onGoTo(index + 1)}
              >
                {title}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  )
}
