import { Link } from 'react-router'
import type { BoxView } from '../../../domain/admin/curation-contracts.ts'
import { type Style, styleNames } from '../../../domain/belt.ts'

export const proposalHead = ['For', 'Size', 'Likes', 'Belt', 'Order', '']

/** Who gets which belt, and a way to another one. */
export function ProposalRow({ box, onChange }: { box: BoxView; onChange: (() => void) | undefined }) {
  const { name, size, styles, belt, isChosen, isGift, orderId, orderNumber } = box
  return (
    <>
      <td data-l="For">
        <span>
          {name || 'No name'}
          {isGift && <small>Gift</small>}
        </span>
      </td>
      <td data-l="Size" className="num">
        {size}
      </td>
      <td data-l="Likes">{likes(styles)}</td>
      <td data-l="Belt">
        <span>
          {belt?.name}
          <small>
            {belt && styleNames[belt.style as Style]}
            {isChosen && ' · by hand'}
          </small>
        </span>
      </td>
      <td data-l="Order">
        <Link className="num order-link" to={`/admin/orders/${orderId}`}>
          {orderNumber}
        </Link>
      </td>
      <td className="r">
        {onChange && (
          <button className="text-btn" type="button" onClick={onChange}>
            Change<span className="sr"> the belt of {name}</span>
          </button>
        )}
      </td>
    </>
  )
}

/** "Dress, Casual"; any where nothing was chosen, or was left to the recipient who has not said. */
export function likes(styles: string[]): string {
  const known = styles.flatMap((style) => styleNames[style as Style] ?? [])
  return known.length > 0 ? known.join(', ') : 'Any style'
}
