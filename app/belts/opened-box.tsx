import type { CSSProperties } from 'react'
import { openedBox, openedBoxPicture } from '../../domain/opened-box.ts'
import { Picture } from '../ui/picture.tsx'
import './opened-box.css'

const { width, height, card } = openedBox
const share = (part: number, whole: number) => `${(part * 100) / whole}%`
const cardPlace = {
  '--card-left': share(card.left, width),
  '--card-top': share(card.top, height),
  '--card-width': share(card.width, width),
  '--card-height': share(card.height, height),
} as CSSProperties

type OpenedBoxProps = {
  /** null: not known yet; the box then shows its tissue paper */
  belt: { id: string; name: string; imageUrl: string | null } | null
  /** who it's for; "" if unknown */
  to: string
  /** "December belt", "From Maya, in December" */
  line: string
}

/** A box as it arrives: opened, the belt on its tissue paper, and a stamped card with a name and a month. */
export function OpenedBox({ belt, to, line }: OpenedBoxProps) {
  const alt = belt?.imageUrl
    ? `${belt.name} on tissue paper in its opened box, with a card`
    : 'An opened box with tissue paper and a card'
  return (
    <figure className="opened-box">
      {belt?.imageUrl ? (
        <img
          key={belt.id}
          src={openedBoxPicture(belt.id)}
          alt={alt}
          {...{ width, height }}
          decoding="async"
        />
      ) : (
        <Picture
          src="/pictures/box-840.webp"
          alt={alt}
          {...{ width, height }}
          sizes="(min-width: 64rem) 40rem, 92vw"
          loading="eager"
        />
      )}
      <figcaption className="box-card" style={cardPlace}>
        {to && <b>{to}</b>}
        <span>{line}</span>
      </figcaption>
    </figure>
  )
}
