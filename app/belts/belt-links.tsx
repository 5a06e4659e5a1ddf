import { Link } from 'react-router'
import { type Belt, styleNames } from '../../domain/belt.ts'
import { BeltShot, lookAt } from './belt-shot.tsx'
import './belt-links.css'

/** Belts side by side, each linking to its page. */
export function BeltLinks({ belts }: { belts: readonly Belt[] }) {
  return (
    <ul className="belt-links">
      {belts.map((belt, place) => (
        <li key={belt.id}>
          <Link to={`/belts/${belt.slug}`}>
            <span className="belt-shot daylit" aria-hidden="true">
              <BeltShot
                belt={belt}
                look={lookAt(place)}
                sizes="(min-width: 64rem) 26rem, (min-width: 48rem) 30vw, 46vw"
              />
            </span>
            <span className="belt-link-name">{belt.name}</span>
            <span className="small quiet">
              {styleNames[belt.style]}, {(belt.colors[0] ?? belt.material).toLowerCase()}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
