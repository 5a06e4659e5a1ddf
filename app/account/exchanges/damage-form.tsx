import { type FormEvent, useId, useRef, useState } from 'react'
import type { SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import type { ExchangeRemedy } from '../../../domain/exchange.ts'
import { orderAnswer } from '../../../domain/term-words.ts'
import { type BrokenPart, brokenPartNames, brokenParts, mostPhotos } from '../../../domain/warranty.ts'
import { useToday } from '../../shop/use-shop.ts'
import { useFocusAfter } from '../../ui/dialog.tsx'
import { FieldError, TextArea } from '../../ui/text-field.tsx'
import { callAccount, sentenceOf } from '../client/use-account.ts'
import { beltName } from './exchange-labels.ts'
import { orderToExchange, useBeltChange } from './use-sent-belts.tsx'

const wishes: Record<ExchangeRemedy, string> = {
  replacement: 'A new one',
  repair: 'Repair this one',
  refund: 'My money back',
  credit: 'Store credit',
}

type FormProps = { belt: SentBelt; titleId: string; onClose: () => void }

/** A warranty claim: what broke, a photo, and what would make it right. */
export function DamageForm({ belt, titleId, onClose }: FormProps) {
  const today = useToday()
  const name = useId()
  const [part, setPart] = useState<BrokenPart | null>(null)
  // In the first 30 days a replacement is certain, so it's preselected; later it's up to us.
  const [wish, setWish] = useState<ExchangeRemedy | null>(
    belt.returnUntil && belt.warranty.includes('replacement') ? 'replacement' : null,
  )
  const [details, setDetails] = useState('')
  const [photos, setPhotos] = useState<Photo[]>([])
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const ask = useBeltChange('requestExchange')
  const isRightAway = belt.returnUntil !== null && wish === 'replacement'
  // A payer who isn't the wearer can only ask for a refund.
  const mayLeaveIt = belt.warranty.includes('replacement')
  const chosen = wish ?? (mayLeaveIt ? null : belt.warranty[0]!)

  function send(event: FormEvent) {
    event.preventDefault()
    if (ask.isPending) return
    if (isReading) return setError('One of your photos is still on its way. Try again in a moment.')
    if (!part) return setError('Tell us what broke.')
    setError(null)
    ask.mutate(
      {
        boxId: belt.boxId,
        ...{ kind: 'damaged', part },
        ...(chosen ? { remedy: chosen } : {}),
        ...(details.trim() ? { details } : {}),
        ...(photos.length > 0 ? { photoIds: photos.map(({ id }) => id) } : {}),
        ...(orderToExchange() === belt.orderNumber ? { isGuest: true } : {}),
      },
      { onSuccess: onClose, onError: (cause) => setError(sentenceOf(cause)) },
    )
  }

  return (
    <form className="belt-sheet" onSubmit={send} noValidate>
      <h2 id={titleId}>{beltName(belt)} broke</h2>
      <fieldset className="exchange-ways damage-parts">
        <legend className="label">What broke?</legend>
        {brokenParts.map((each) => (
          <label key={each}>
            <input
              className="tick"
              type="radio"
              name={`${name}-part`}
              checked={part === each}
              onChange={() => {
                setPart(each)
                setError(null)
              }}
            />
            <span>{brokenPartNames[each]}</span>
          </label>
        ))}
      </fieldset>
      <PhotoField
        boxId={belt.boxId}
        photos={photos}
        onChange={setPhotos}
        isReading={isReading}
        onReading={setReading}
      />
      <TextArea
        label="What happened? (optional)"
        name="details"
        rows={2}
        maxLength={2000}
        value={details}
        onChange={setDetails}
      />
      <fieldset className="exchange-ways">
        <legend className="label">What would make it right?</legend>
        {mayLeaveIt && (
          <label>
            <input
              className="tick"
              type="radio"
              name={`${name}-wish`}
              checked={chosen === null}
              onChange={() => setWish(null)}
            />
            <span>Whatever you think best</span>
          </label>
        )}
        {belt.warranty.map((each) => (
          <label key={each}>
            <input
              className="tick"
              type="radio"
              name={`${name}-wish`}
              checked={chosen === each}
              onChange={() => setWish(each)}
            />
            <span>{wishes[each]}</span>
          </label>
        ))}
      </fieldset>
      <FieldError id={`${titleId}-error`} error={error} />
      <p className="belt-sheet-acts">
        <button
          className="btn btn-1"
          type="submit"
          aria-disabled={ask.isPending || undefined}
          aria-describedby={error ? `${titleId}-error` : undefined}
        >
          {isRightAway ? 'Send me a new one' : 'Send my claim'}
        </button>
        <button className="btn btn-3" type="button" onClick={onClose}>
          Not now
        </button>
      </p>
      <p className="note">
        {isRightAway
          ? 'We’ll ship a new one right away. No need to send anything back.'
          : `A person looks at it, and we’ll answer within ${orderAnswer}.`}
        {belt.warrantyUntil && ` It’s under warranty until ${formatDay(belt.warrantyUntil, today)}.`}
      </p>
    </form>
  )
}

type Photo = { id: string; url: string }
type PhotoFieldProps = {
  boxId: string
  photos: Photo[]
  /** the photos now, from those before: one may be removed while another is sent */
  onChange: (how: (photos: Photo[]) => Photo[]) => void
  isReading: boolean
  onReading: (isReading: boolean) => void
}

/** Photos upload as they're chosen, so that an error shows up here right away. */
function PhotoField({ boxId, photos, onChange, isReading, onReading }: PhotoFieldProps) {
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // A photo's button goes with it, and the field is disabled while it sends one.
  useFocusAfter(input, `${isReading} ${photos.length}`)

  async function add(files: File[]) {
    onReading(true)
    setError(null)
    try {
      for (const file of files.slice(0, mostPhotos - photos.length)) {
        if (file.size > 15 * 1024 * 1024) throw new Error('too large')
        const { photoId } = await callAccount('sendPhoto', { boxId, file })
        const sent = { id: photoId, url: URL.createObjectURL(file) }
        onChange((kept) => [...kept, sent])
      }
    } catch (cause) {
      setError(
        cause instanceof Error && cause.message === 'too large'
          ? 'This photo is larger than 15 MB. Choose a smaller one.'
          : sentenceOf(cause),
      )
    } finally {
      onReading(false)
      if (input.current) input.current.value = ''
    }
  }

  return (
    <div className="field damage-photos">
      <label htmlFor={id}>A photo of it</label>
      {photos.length > 0 && (
        <ul>
          {photos.map((photo, place) => (
            <li key={photo.id}>
              <img src={photo.url} alt={`What broke, ${place + 1}`} width={96} height={96} />
              <button
                className="btn btn-3"
                type="button"
                onClick={() => onChange((kept) => kept.filter((each) => each !== photo))}
              >
                Remove<span className="sr"> photo {place + 1}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {photos.length < mostPhotos && (
        <input
          ref={input}
          id={id}
          className="input"
          type="file"
          // With explicit types, phones convert their own format to one of these.
          accept="image/jpeg,image/png,image/webp"
          multiple
          disabled={isReading}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => void add([...(event.target.files ?? [])])}
        />
      )}
      <p className="hint" id={`${id}-hint`} role="status">
        {isReading
          ? 'Sending your photo…'
          : 'It helps us see what went wrong. Only you and our team see it, and we don’t keep where it was taken.'}
      </p>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
