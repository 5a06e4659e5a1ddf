import { type FormEvent, useId, useRef, useState } from 'react'
import { type ReviewView, reviewContracts } from '../../domain/account/review-contracts.ts'
import { type Fit, fitLabel, fits, type Stars, starCounts, starLabel } from '../../domain/feedback.ts'
import { longestReview, type ReviewShow } from '../../domain/review.ts'
import { ApiError, sendCall } from '../browser/call-api.ts'
import { useInheritedFocus } from '../ui/dialog.tsx'
import { FieldError, TextArea } from '../ui/text-field.tsx'
import { useRefusal } from '../ui/use-refusal.ts'
import { Star } from './review-list.tsx'

type ReviewFormProps = {
  view: ReviewView
  token: string
  /** it replaces what had the focus */
  isHeir: boolean
  onSaved: (view: ReviewView) => void
  /** keeps the previous review; absent if there is none */
  onLeave: (() => void) | undefined
}

/** The review form: fit, taste, a comment, and whether to publish it. What was chosen in the email is preselected. */
export function ReviewForm({ view, token, isHeir, onSaved, onLeave }: ReviewFormProps) {
  const { belt, written, signature } = view
  const tapped = new URLSearchParams(window.location.search)
  const [stars, setStars] = useState<Stars | null>(
    starCounts.find((each) => `${each}` === tapped.get('stars')) ?? written?.stars ?? null,
  )
  const [fit, setFit] = useState<Fit | null>(fits.find((each) => each === tapped.get('fit')) ?? view.fit)
  const [text, setText] = useState(written?.text ?? '')
  const [shows, setShows] = useState<ReviewShow | null>(written?.shows ?? null)
  const { form, errors, refuse, correct } = useRefusal()
  const title = useRef<HTMLHeadingElement>(null)
  useInheritedFocus(title, isHeir)
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const missing: Record<string, string> = {
      ...(stars === null && { stars: 'Tap the stars.' }),
      ...(fit === null && { fit: 'Tell us how it fits.' }),
      ...(shows === null && { shows: 'Tell us if we can show it.' }),
    }
    refuse(missing)
    const [first] = Object.keys(missing)
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const said = { stars: stars!, fit: fit!, text, shows: shows! }
      const saved = await sendCall(reviewContracts.writeReview, { token, ...said })
      // The link has done its work: a reload shows the saved review.
      const here = new URL(window.location.href)
      here.search = ''
      window.history.replaceState(window.history.state, '', here)
      onSaved(saved)
    } catch (cause) {
      const fields = cause instanceof ApiError ? cause.fields : {}
      refuse({ ...fields, form: sentenceOf(cause) })
      setBusy(false)
    }
  }

  const whose: Record<ReviewShow, string> = {
    named: `Yes, signed “${signature}”`,
    unnamed: 'Yes, but without my name and city',
    no: 'No, keep it between us',
  }
  return (
    <form className="review-form" ref={form} onSubmit={(event) => void send(event)} noValidate>
      <h1 ref={title} tabIndex={-1}>
        How’s {belt.name}?
      </h1>
      <fieldset aria-describedby="stars-error">
        <legend className="label">How do you like it?</legend>
        <div className="star-row">
          {starCounts.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="stars"
                value={each}
                checked={stars === each}
                onChange={() => {
                  setStars(each)
                  correct('stars')
                }}
              />
              <Star isFull={stars !== null && each <= stars} />
              <span className="sr">
                {each} {each === 1 ? 'star' : 'stars'}, {starLabel[each].toLowerCase()}
              </span>
            </label>
          ))}
          <span className="star-word" aria-hidden="true">
            {stars === null ? '' : starLabel[stars]}
          </span>
        </div>
        <FieldError id="stars-error" error={errors.stars} />
      </fieldset>
      <div className="review-fit">
        <p className="label" aria-hidden="true">
          How does it fit?
        </p>
        <fieldset className="toggle" aria-describedby="fit-error">
          <legend className="sr">How does it fit?</legend>
          {fits.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="fit"
                checked={fit === each}
                onChange={() => {
                  setFit(each)
                  correct('fit')
                }}
              />
              {fitLabel[each]}
            </label>
          ))}
        </fieldset>
        <FieldError id="fit-error" error={errors.fit} />
      </div>
      <TextArea
        label="Anything to add? (optional)"
        name="text"
        rows={3}
        maxLength={longestReview}
        hint="A line’s plenty: the leather, the buckle, what you wear it with."
        value={text}
        onChange={(typed) => {
          setText(typed)
          correct('text')
        }}
        error={errors.text}
      />
      <Shows
        words={whose}
        value={shows}
        onChange={(value) => {
          setShows(value)
          correct('shows')
        }}
        error={errors.shows}
      />
      <p className="review-acts">
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
          {written ? 'Save my review' : 'Send my review'}
        </button>
        {onLeave && (
          <button className="btn btn-3" type="button" onClick={onLeave}>
            Keep it as it was
          </button>
        )}
      </p>
      {errors.form && <p role="alert">{errors.form}</p>}
    </form>
  )
}

type ShowsProps = {
  words: Record<ReviewShow, string>
  value: ReviewShow | null
  onChange: (value: ReviewShow) => void
  error: string | undefined
}

/** Whether to publish it and under which name. Nothing is preselected. */
function Shows({ words, value, onChange, error }: ShowsProps) {
  const id = useId()
  return (
    <fieldset className="review-shows" aria-describedby={id}>
      <legend className="label">Can we show it to other people?</legend>
      {(Object.keys(words) as ReviewShow[]).map((each) => (
        <label key={each}>
          <input
            className="tick"
            type="radio"
            name="shows"
            checked={value === each}
            onChange={() => onChange(each)}
          />
          <span>{words[each]}</span>
        </label>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

/** The sentence for a call that failed. */
export function sentenceOf(cause: unknown): string {
  const said = cause instanceof ApiError ? cause.sentence : undefined
  return said ?? 'We couldn’t reach the shop. Please try again.'
}
