import { type Belt, styleNames } from '../../domain/belt.ts'
import { Picture } from '../ui/picture.tsx'
import { BeltFacts } from './belt-facts.tsx'

type BeltCardProps = {
  belt: Belt
  /** the pointer is over the card: whatever opening needs may load */
  onNear: () => void
  onOpen: () => void
}

/** One belt of a style. The whole card opens its examples; the button inside is the way for the keyboard. */
export function BeltCard({ belt, onNear, onOpen }: BeltCardProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside is the way for the keyboard.
    <article className="belt" onClick={onOpen} onPointerEnter={onNear}>
      <div className="shot">
        <Picture
          src={belt.imageUrl}
          alt={belt.imageAlt}
          width={1200}
          height={1200}
          sizes="(min-width: 1456px) 416px, (min-width: 768px) 30vw, 92vw"
        />
      </div>
      <div className="belt-title">
        <h3>{belt.name}</h3>
        <span className="tag">{styleNames[belt.style]}</span>
      </div>
      <p>{belt.description}</p>
      <BeltFacts
        rows={[
          ['Material', belt.material],
          ['Width', belt.width],
          ['Buckle', belt.buckle],
        ]}
      />
      <button className="btn btn-3" type="button" aria-haspopup="dialog">
        See Examples<span className="sr"> of {belt.name}</span>
      </button>
    </article>
  )
}
