import { data, Link } from 'react-router'
import { type Belt, genderNames, styleNames } from '../../domain/belt.ts'
import { formatCount } from '../../domain/count.ts'
import { publicName } from '../../domain/drop.ts'
import { starsLabel } from '../../domain/feedback.ts'
import { proofRows } from '../../domain/proof.ts'
import type { BeltReviews } from '../../domain/review.ts'
import { NotFound } from '../layout/not-found-page.tsx'
import { ReviewList, Stars } from '../review/review-list.tsx'
import { pageOf } from '../shop/context.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { BeltFacts } from '../sizing/belt-facts.tsx'
import { Picture } from '../ui/picture.tsx'
import type { Route } from './+types/belt-page'
import { BeltLinks } from './belt-links.tsx'
import { BeltGone, BeltOffer } from './belt-offer.tsx'
import { TurnView } from './turn-view.tsx'
import { Unrolled } from './unrolled.tsx'
import './belt-page.css'
import { hydrateOnInteraction } from '../shop/hydration.ts'

export const handle = hydrateOnInteraction

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await pageOf(context).belt(params.slug)
  return data(found, { status: found ? 200 : 404 })
}

/** A belt's own page: to turn and come close to, what it costs and what we promise, and the way to the quiz. */
export default function BeltPage({ loaderData: found }: Route.ComponentProps) {
  const today = useToday()
  const { isInvented } = useShop()
  if (!found) return <NotFound />
  const { belt, drop, suits, isSold, beside, proof, reviews } = found
  const named = publicName(drop, today)
  const said = proofRows(proof)
  return (
    <div className="wrap page belt-page">
      <nav aria-label="Breadcrumb" className="crumbs small">
        <ol>
          <li>
            <Link to="/belts">Belts</Link>
          </li>
          <li>
            <Link to={`/drops/${drop.drop}`}>{named.title}</Link>
          </li>
          <li aria-current="page">{belt.name}</li>
        </ol>
      </nav>
      <div className="belt-split">
        <div className="belt-shots">
          <TurnView key={belt.id} belt={belt} sizes="(min-width: 64rem) 44rem, 92vw" priority />
          <Worn belt={belt} />
        </div>
        <div className="belt-words">
          <div>
            <h1>{belt.name}</h1>
            <p className="small quiet belt-kind">
              {genderNames[belt.gender]}’s {styleNames[belt.style].toLowerCase()} belt
            </p>
          </div>
          <p className="lead">{belt.description}</p>
          {isSold ? <BeltOffer belt={belt} reviews={reviews} /> : <BeltGone />}
          {said.length > 0 && (
            <section>
              <h2>{isInvented ? 'What invented members say' : 'What members say'}</h2>
              <BeltFacts rows={said} />
            </section>
          )}
          {suits !== '' && (
            <section>
              <h2>Who it suits</h2>
              <p>{suits}</p>
            </section>
          )}
          <BeltFacts
            rows={[
              ['Leather', belt.material],
              ['Width', belt.width],
              ['Buckle', belt.buckle],
              ['Colors', belt.colors.join(', ')],
              ['Drop', named.title],
            ]}
          />
        </div>
      </div>
      <Unrolled src={belt.imageUrl} />
      {reviews && <Reviews reviews={reviews} />}
      {beside.length > 0 && (
        <section className="belt-beside" aria-labelledby="beside-title">
          <h2 id="beside-title">{`Also in ${named.within}`}</h2>
          <BeltLinks belts={beside} />
        </section>
      )}
    </div>
  )
}

/** Members' reviews: the count of all, the newest in full. */
function Reviews({ reviews: { count, average, shown } }: { reviews: BeltReviews }) {
  return (
    <section className="belt-reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">{count === 1 ? '1 review' : `${formatCount(count)} reviews`}</h2>
      <p className="belt-average">
        <Stars count={average} /> {starsLabel(average)} out of 5
        {shown.length < count && <span className="quiet">. Here are the newest {shown.length}.</span>}
      </p>
      <ReviewList reviews={shown} />
      <p className="note">All from people we’ve sent this belt to. We never edit a review.</p>
    </section>
  )
}

/** The belt as worn or lying flat, which shows what it goes with. */
function Worn({ belt }: { belt: Belt }) {
  if (belt.lifestyleImageUrl === null) return null
  return (
    <Picture
      src={belt.lifestyleImageUrl}
      alt={belt.lifestyleAlt}
      width={1200}
      height={1500}
      sizes="(min-width: 64rem) 44rem, 92vw"
      className="second-shot"
    />
  )
}
