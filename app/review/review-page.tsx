import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { type ReviewView, reviewContracts } from '../../domain/account/review-contracts.ts'
import { fitLabel } from '../../domain/feedback.ts'
import { readWithin } from '../../domain/review.ts'
import { sendCall } from '../browser/call-api.ts'
import { GiftFrame, LinkUnread, useMailedLink } from '../gift/gift-frame.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { useInheritedFocus } from '../ui/dialog.tsx'
import { Picture } from '../ui/picture.tsx'
import { ReviewForm, sentenceOf } from './review-form.tsx'
import { Stars } from './review-list.tsx'
import './review-page.css'

/**
 * The page for reviewing a belt. The server renders the same page for every link, and opening it changes nothing; the
 * browser asks which belt it is about, with the token from its URL.
 */
export default function ReviewPage() {
  const { token = '' } = useParams()
  const link = useMailedLink(reviewContracts.openReview, token)
  return (
    <GiftFrame>
      {link.view ? (
        <Belt view={link.view} token={token} onChange={link.setView} />
      ) : (
        <LinkUnread {...link} title="Your belt">
          <p className="lead">
            It’s too old, or part of it got cut off. You can still review your belts from your membership
            page.
          </p>
          <p>
            <a className="btn btn-1" href="/account">
              Go to my membership page
            </a>
          </p>
        </LinkUnread>
      )}
    </GiftFrame>
  )
}

type BeltProps = { view: ReviewView; token: string; onChange: (view: ReviewView) => void }

/** The belt with the form or the saved review. */
function Belt({ view, token, onChange }: BeltProps) {
  const { belt, written } = view
  // A choice made in the email answers an open question.
  const [isWriting, setWriting] = useState(written === null || window.location.search !== '')
  // What replaces the other gets its focus, but not when the page has just been opened.
  const [isReplaced, setReplaced] = useState(false)
  const show = (form: boolean) => {
    setReplaced(true)
    setWriting(form)
  }

  return (
    <div className="review-split">
      {belt.imageUrl && (
        <div className="review-shot">
          <Picture
            src={belt.imageUrl}
            night={belt.nightImageUrl}
            alt={belt.imageAlt}
            width={1200}
            height={1200}
            sizes="(min-width: 64rem) 30rem, 92vw"
            priority
          />
        </div>
      )}
      {isWriting || !written ? (
        <ReviewForm
          view={view}
          token={token}
          isHeir={isReplaced}
          onSaved={(next) => {
            onChange(next)
            show(false)
          }}
          onLeave={written ? () => show(false) : undefined}
        />
      ) : (
        <Written
          isHeir={isReplaced}
          view={view}
          written={written}
          token={token}
          onEdit={() => show(true)}
          onGone={(next) => {
            onChange(next)
            show(true)
          }}
        />
      )}
    </div>
  )
}

type Words = NonNullable<ReviewView['written']>
type WrittenProps = {
  isHeir: boolean
  view: ReviewView
  written: Words
  token: string
  onEdit: () => void
  onGone: (view: ReviewView) => void
}

/** The saved review, its status, and how to edit or delete it. */
function Written({ isHeir, view, written, token, onEdit, onGone }: WrittenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useInheritedFocus(heading, isHeir)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function takeBack() {
    setBusy(true)
    setError(null)
    try {
      onGone(await sendCall(reviewContracts.takeBackReview, { token }))
    } catch (cause) {
      setError(sentenceOf(cause))
      setBusy(false)
    }
  }

  return (
    <div className="review-said">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {titles[written.state]}
        </h1>
        <p className="lead">{standing(written)}</p>
      </div>
      <figure className="sheet review-sheet">
        <Stars count={written.stars} />
        {written.text !== '' && <blockquote>{written.text}</blockquote>}
        <figcaption className="small quiet">
          {written.shows === 'named' ? view.signature : written.shows === 'unnamed' ? 'A member' : 'Just us'}
          {view.fit && `. Fit: ${fitLabel[view.fit].toLowerCase()}`}
        </figcaption>
      </figure>
      <p className="review-acts">
        <button className="btn btn-2" type="button" onClick={onEdit}>
          Change it
        </button>
        <BusyButton className="btn btn-3" isBusy={isBusy} onClick={() => void takeBack()}>
          Take it back
        </BusyButton>
      </p>
      {error && <p role="alert">{error}</p>}
    </div>
  )
}

const titles: Record<Words['state'], string> = {
  private: 'Thanks, that helps',
  waiting: 'Thanks, that helps',
  published: 'Your review is up',
  declined: 'We didn’t publish this one',
}

/** The review's status in words. */
function standing({ state, declinedBecause }: Words): string {
  switch (state) {
    case 'private':
      return 'It stays between us. We’ll use it to pick your next belt.'
    case 'waiting':
      return `We read every review before it goes up, and we’ll read yours within ${readWithin} days. We never edit them.`
    case 'published':
      return 'It’s on the belt’s page for everyone to read.'
    case 'declined':
      return `That’s because ${declinedBecause}. Change it and we’ll read it again.`
  }
}
