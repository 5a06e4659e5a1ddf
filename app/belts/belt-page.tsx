import { data, Link } from 'react-router'
import { genderNames, styleNames } from '../../domain/belt.ts'
import { formatCount } from '../../domain/count.ts'
import { dropTitle } from '../../domain/drop.ts'
import { starsLabel } from '../../domain/feedback.ts'
import { proofRows } from '../../domain/proof.ts'
import type { BeltReviews } from '../../domain/review.ts'
import { noRepeat, warrantyKind } from '../../domain/term-words.ts'
import { NotFound } from '../layout/not-found-page.tsx'
import { SectionLink } from '../layout/section-link.tsx'
import { ReviewList, Stars } from '../review/review-list.tsx'
import { pageOf } from '../shop/context.ts'
import { quizSectionId } from '../shop/quiz-request.ts'
import { BeltFacts } from '../sizing/belt-facts.tsx'
import { Picture } from '../ui/picture.tsx'
import type { Route } from './+types/belt-page'
import { BeltLinks } from './belt-links.tsx'
import './belt-page.css'
import { hydrateOnInteraction } from '../shop/hydration.ts'

export const handle = hydrateOnInteraction

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await pageOf(context).belt(params.slug)
  return data(found, { status: found ? 200 : 404 })
}

/** A belt's own page: pictures, facts, who it suits, reviews, and a link to the quiz. */
export default function BeltPage({ loaderData: found }: Route.ComponentProps) {
  if (!found) return <NotFound />
  const { belt, drop, suits, isCurrent, beside, proof, reviews } = found
  const title = dropTitle(drop)
  const said = proofRows(proof)
  return (
    <div className="wrap page belt-page">
      <nav aria-label="Breadcrumb" className="crumbs small">
        <ol>
          <li>
            <Link to="/belts">Belts</Link>
          </li>
          <li>
            <Link to={`/drops/${drop}`}>{title}</Link>
          </li>
          <li aria-current="page">{belt.name}</li>
        </ol>
      </nav>
      <div className="belt-split">
        <div className="belt-shots">
          <Picture
            src={belt.imageUrl}
            night={belt.nightImageUrl}
            alt={belt.imageAlt}
            width={1200}
            height={1200}
            sizes="(min-width: 64rem) 44rem, 92vw"
            priority
          />
          <SecondShot found={found} />
        </div>
        <div className="belt-words">
          <div>
            <h1>{belt.name}</h1>
            <p className="small quiet belt-kind">
              {genderNames[belt.gender]}’s {styleNames[belt.style].toLowerCase()} belt
            </p>
          </div>
          <p className="lead">{belt.description}</p>
          <BeltFacts
            rows={[
              ['Leather', belt.material],
              ['Width', belt.width],
              ['Buckle', belt.buckle],
              ['Colors', belt.colors.join(', ')],
              ['Drop', title],
            ]}
          />
          {suits !== '' && (
            <section>
              <h2>Who it suits</h2>
              <p>{suits}</p>
            </section>
          )}
          {said.length > 0 && (
            <section>
              <h2>What members say</h2>
              <BeltFacts rows={said} />
            </section>
          )}
          <div className="belt-go">
            {isCurrent ? (
              <SectionLink
                section={quizSectionId}
                asks={{ gender: belt.gender, style: belt.style }}
                className="btn btn-1"
              >
                Start with this style
              </SectionLink>
            ) : (
              <>
                <p>We’re not sending this one anymore. There’s a new drop every month.</p>
                <Link className="btn btn-2" to="/belts">
                  See the latest belts
                </Link>
              </>
            )}
            <p className="note">
              {isCurrent
                ? `You tell us the style and we choose the belt, so this one’s likely but never certain. Exchanges are free, and it comes with a ${warrantyKind} warranty.`
                : `Belts come with a membership and a ${warrantyKind} warranty, and never the same one twice in ${noRepeat}.`}
            </p>
          </div>
        </div>
      </div>
      <Unrolled src={belt.imageUrl} />
      {reviews && <Reviews reviews={reviews} />}
      {beside.length > 0 && (
        <section className="belt-beside" aria-labelledby="beside-title">
          <h2 id="beside-title">Also in {title}</h2>
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

/** The full strap, for the belts the shop comes with: their picture files follow one naming pattern. */
function Unrolled({ src }: { src: string | null }) {
  const [, name] = /^\/pictures\/(.+)-product-840\.webp$/.exec(src ?? '') ?? []
  if (!name) return null
  return (
    <Picture
      src={`/pictures/${name}-wave-840.webp`}
      alt=""
      width={1000}
      height={220}
      sizes="(min-width: 64rem) 62rem, 100vw"
      className="unrolled by-day"
    />
  )
}

/** A close-up of the buckle; without one, the belt as worn or lying flat. */
function SecondShot({ found }: { found: NonNullable<Route.ComponentProps['loaderData']> }) {
  const { belt, detailImageUrl, detailAlt } = found
  const src = detailImageUrl ?? belt.lifestyleImageUrl
  if (src === null) return null
  return (
    <Picture
      src={src}
      alt={detailImageUrl ? detailAlt : belt.lifestyleAlt}
      width={1200}
      height={detailImageUrl ? 1200 : 1500}
      sizes="(min-width: 64rem) 44rem, 92vw"
      className={detailImageUrl ? 'second-shot fades' : 'second-shot'}
    />
  )
}
