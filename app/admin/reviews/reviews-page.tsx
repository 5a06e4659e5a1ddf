import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { fitLabel } from '../../../domain/feedback.ts'
import {
  type DeclineReason,
  declineReasonNames,
  declineReasons,
  type ReviewState,
} from '../../../domain/review.ts'
import { Stars } from '../../review/review-list.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { FilterSelect } from '../ui/fields.tsx'
import { Instant, ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import '../inbox/inbox.css'

const states: Record<ReviewState, string> = {
  waiting: 'Waiting',
  published: 'Published',
  declined: 'Declined',
  private: 'Just for us',
}
const nothing: Record<ReviewState, string> = {
  waiting: 'No review is waiting to be read.',
  published: 'Nothing’s been published yet.',
  declined: 'Nothing’s been declined.',
  private: 'No one’s sent us a private one yet.',
}

/** Members' reviews. The staff publish one or say why not; nobody edits them. */
export default function ReviewsPage() {
  const [state, setState] = useState<ReviewState>('waiting')
  const pages = usePages()
  const reviews = useAdmin(
    'listReviews',
    { state, ...(pages.cursor ? { cursor: pages.cursor } : {}) },
    { keeps: true },
  )
  return (
    <>
      <ScreenHead title="Reviews" status={reviews.data ? `${reviews.data.waiting} waiting to be read` : null}>
        <div className="adm-tools">
          <FilterSelect
            label="State"
            value={state}
            options={Object.entries(states)}
            onChange={(value) => {
              setState(value as ReviewState)
              pages.first()
            }}
          />
        </div>
      </ScreenHead>
      <ListState keeps query={reviews} empty={(data) => (data.reviews.length > 0 ? null : nothing[state])}>
        {(data) => (
          <ul className="adm-stack">
            {data.reviews.map((review) => (
              <li key={review.id}>
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <Pager
        pages={pages}
        nextCursor={reviews.data?.nextCursor ?? null}
        words={state === 'waiting' ? ['Back', 'More'] : ['Newer', 'Older']}
      />
    </>
  )
}

type Review = AdminReply<'listReviews'>['reviews'][number]

function ReviewCard({ review }: { review: Review }) {
  const { id, belt, slug, stars, fit, text, by, state, declinedFor, orderId, orderNumber, writtenAt } = review
  const staff = useStaff()
  const [reason, setReason] = useState<DeclineReason | ''>('')
  const decide = useChange('decideReview', {
    changes: ['/api/admin/reviews', '/api/admin/promises'],
    onSuccess: (_, { declinedFor: why }) =>
      showToast(
        why
          ? { title: 'Review declined', description: 'It isn’t shown. You’ll find it under Declined.' }
          : { title: 'Review published', description: `It’s on the page of ${belt} now.` },
      ),
    onError: toastFailedChange,
  })
  const say = (why: DeclineReason | null) => decide.mutate({ reviewId: id, writtenAt, declinedFor: why })
  return (
    <article className="panel review-card" aria-labelledby={`r-${id}`}>
      <header>
        <h2 id={`r-${id}`}>
          <a href={`/belts/${slug}`}>{belt}</a>
        </h2>
        <Stars count={stars} />
      </header>
      <p className="said">{text || 'No words, just the stars and the fit.'}</p>
      <p className="quiet">
        {by}
        {fit && `, fit: ${fitLabel[fit].toLowerCase()}`}, <Instant at={writtenAt} />,{' '}
        <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link>
      </p>
      {declinedFor && <p className="quiet">Declined because {declineReasons[declinedFor]}.</p>}
      {state !== 'private' && staff.may('decideReview') && (
        <div className="message-do">
          {state !== 'published' && (
            <button className="btn btn-2" type="button" disabled={decide.isPending} onClick={() => say(null)}>
              Publish<span className="sr"> the review of {belt}</span>
            </button>
          )}
          {state !== 'declined' && (
            <>
              <label>
                <span className="sr">Why the review of {belt} isn’t shown</span>
                <select
                  className="input"
                  value={reason}
                  onChange={(event) => setReason(event.target.value as DeclineReason)}
                >
                  <option value="">Don’t show it because…</option>
                  {declineReasonNames.map((each) => (
                    <option key={each} value={each}>
                      {declineReasons[each]}
                    </option>
                  ))}
                </select>
              </label>
              <button
                className="text-btn"
                type="button"
                disabled={decide.isPending || reason === ''}
                onClick={() => reason !== '' && say(reason)}
              >
                {state === 'published' ? 'Take it down' : 'Decline'}
              </button>
            </>
          )}
        </div>
      )}
    </article>
  )
}
