import { Link } from 'react-router'
import { genderNames, genders } from '../../domain/belt.ts'
import { publicName } from '../../domain/drop.ts'
import { pageOf } from '../shop/context.ts'
import { hydrateOnInteraction } from '../shop/hydration.ts'
import { useToday } from '../shop/use-shop.ts'
import type { Route } from './+types/belts-page'
import { BeltLinks } from './belt-links.tsx'
import { Unrolled } from './unrolled.tsx'

export const handle = hydrateOnInteraction

export async function loader({ context }: Route.LoaderArgs) {
  return { drops: await pageOf(context).drops() }
}

/** Every belt of the current drop, and links to earlier ones. */
export default function BeltsPage({ loaderData }: Route.ComponentProps) {
  const drop = loaderData.drops.find((each) => each.isCurrent)
  const today = useToday()
  return (
    <div className="wrap page belts-page">
      <div className="belts-head">
        <h1>The belts</h1>
        <p className="lead">
          {drop
            ? `All ${drop.belts.length} belts in ${publicName(drop, today).within}. Members get one a month.`
            : 'The next drop isn’t out yet. Come back soon.'}
        </p>
        <Unrolled src="/pictures/men-dress-2-product-840.webp" />
      </div>
      {genders.map((gender) => {
        const belts = drop?.belts.filter((belt) => belt.gender === gender) ?? []
        return (
          belts.length > 0 && (
            <section key={gender} aria-labelledby={`belts-${gender}`}>
              <h2 id={`belts-${gender}`}>{genderNames[gender]}</h2>
              <BeltLinks belts={belts} />
            </section>
          )
        )
      })}
      <p>
        <Link className="btn btn-2" to="/drops">
          See every drop
        </Link>
      </p>
    </div>
  )
}
