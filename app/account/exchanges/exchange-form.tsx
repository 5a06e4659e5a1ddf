import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import type { ExchangeKind, ExchangeRemedy } from '../../../domain/exchange.ts'
import { useToday } from '../../shop/use-shop.ts'
import { FieldError, TextArea } from '../../ui/text-field.tsx'
import { callAccount, sentenceOf } from '../client/use-account.ts'
import { BeltChoice, SizeChoice } from './exchange-choices.tsx'
import { beltName } from './exchange-labels.ts'
import { orderToExchange, useBeltChange } from './use-sent-belts.tsx'

/** One kind of exchange. */
type Way = {
  kind: ExchangeKind
  remedy: ExchangeRemedy
  words: string
  detail: string
  /** the button's label */
  act: string
}

const exchangeWays: Way[] = [
  {
    kind: 'size',
    remedy: 'replacement',
    words: 'Another size',
    detail: 'Free. We’ll set it aside now and ship it when this one’s back.',
    act: 'Request the exchange',
  },
  {
    kind: 'style',
    remedy: 'replacement',
    words: 'Another belt from this drop',
    detail: 'Free. We’ll set it aside now and ship it when this one’s back.',
    act: 'Request the exchange',
  },
]

/** For a lost belt. */
const lostWays: Record<Exclude<ExchangeRemedy, 'repair'>, Way> = {
  replacement: {
    kind: 'lost',
    remedy: 'replacement',
    words: 'Send it again',
    detail: 'It ships right away, to the address on this page. Wrong address? Change it first.',
    act: 'Send it again',
  },
  refund: {
    kind: 'lost',
    remedy: 'refund',
    words: 'Refund it',
    detail: 'You’ll get the full price back on your card.',
    act: 'Refund this belt',
  },
  credit: {
    kind: 'lost',
    remedy: 'credit',
    words: 'Store credit instead',
    detail: 'It doesn’t expire.',
    act: 'Take store credit',
  },
}

const returnWays: Record<'refund' | 'credit', Way> = {
  refund: {
    kind: 'return',
    remedy: 'refund',
    words: 'Return it for a refund',
    detail: 'You’ll get the full price back on your card once we have the belt.',
    act: 'Request the return',
  },
  credit: {
    kind: 'return',
    remedy: 'credit',
    words: 'Return it for store credit',
    detail: 'Yours once we have the belt. It doesn’t expire.',
    act: 'Request the return',
  },
}

/** What the signed-in member may ask for this belt. */
function waysOf(belt: Pick<SentBelt, 'mayExchange' | 'returns' | 'claims'>, isLost: boolean): Way[] {
  if (isLost) return belt.claims.flatMap((remedy) => (remedy === 'repair' ? [] : [lostWays[remedy]]))
  return [...(belt.mayExchange ? exchangeWays : []), ...belt.returns.map((remedy) => returnWays[remedy])]
}

type FormProps = {
  belt: SentBelt
  titleId: string
  onClose: () => void
  /** the belt never came */
  isLost?: boolean
}

/** Asks what's wrong with a belt and what to send instead, and starts the exchange. */
export function ExchangeForm({ belt, titleId, onClose, isLost = false }: FormProps) {
  const today = useToday()
  const name = useId()
  const ways = waysOf(belt, isLost)
  const [way, setWay] = useState<Way>(ways[0]!)
  const [beltId, setBeltId] = useState<string | null>(null)
  const [size, setSize] = useState<string | null>(null)
  const [details, setDetails] = useState('')
  const [error, setError] = useState<string | null>(null)
  const ask = useBeltChange('requestExchange')
  const options = useQuery({
    queryKey: ['exchange-options', belt.boxId],
    enabled: belt.mayExchange || belt.claims.includes('replacement'),
    staleTime: 0,
    queryFn: () => callAccount('exchangeOptions', { boxId: belt.boxId }),
  })
  const offered = options.data?.belts ?? []
  const own = offered[0]
  const others = offered.slice(1).filter(({ sizes }) => sizes.length > 0)
  // A lost belt that is out of stock can be replaced with another one from its drop.
  const isSameAgain = way.kind === 'lost'
  const givesBack = way.remedy !== 'replacement'
  const isSold = isSameAgain && !givesBack && own !== undefined && !own.sizes.includes(belt.size ?? '')
  const choosesBelt = way.kind === 'style' || isSold
  const chosen = choosesBelt ? others.find(({ id }) => id === beltId) : own
  const sizes = (chosen?.sizes ?? []).filter((each) => way.kind !== 'size' || each !== belt.size)
  const chosenSize =
    size !== null && sizes.includes(size)
      ? size
      : way.kind !== 'size' && belt.size && sizes.includes(belt.size)
        ? belt.size
        : null

  function send(event: FormEvent) {
    event.preventDefault()
    if (ask.isPending) return
    if (!givesBack && !chosen) return setError('Choose a belt.')
    if (!givesBack && !chosenSize) return setError('Choose a size.')
    setError(null)
    ask.mutate(
      {
        boxId: belt.boxId,
        kind: way.kind,
        remedy: way.remedy,
        ...(givesBack ? {} : { productId: chosen!.id, size: chosenSize! }),
        ...(details.trim() ? { details } : {}),
        ...(orderToExchange() === belt.orderNumber ? { isGuest: true } : {}),
      },
      { onSuccess: onClose, onError: (cause) => setError(sentenceOf(cause)) },
    )
  }

  return (
    <form className="belt-sheet" onSubmit={send} noValidate>
      <h2 id={titleId}>{isLost ? `${beltName(belt)} never came` : `${beltName(belt)} goes back`}</h2>
      <fieldset className="exchange-ways">
        <legend className="label">What would you like?</legend>
        {ways.map((each) => (
          <label key={each.words}>
            <input
              className="tick"
              type="radio"
              name={name}
              checked={each.words === way.words}
              onChange={() => {
                setWay(each)
                setError(null)
              }}
            />
            <span>
              {each.words}
              <small>{each.detail}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {!givesBack && options.isPending && <p role="status">Checking what’s in stock…</p>}
      {options.isError && <p role="alert">{sentenceOf(options.error)}</p>}
      {isSold && <p>It’s sold out in your size. Choose another belt.</p>}
      {choosesBelt && options.data && (
        <BeltChoice
          belts={others}
          value={beltId}
          onChange={(id) => {
            setBeltId(id)
            setError(null)
          }}
        />
      )}
      {!givesBack && chosen && (!isSameAgain || isSold) && (
        <SizeChoice
          sizes={sizes}
          value={chosenSize}
          onChange={(each) => {
            setSize(each)
            setError(null)
          }}
        />
      )}
      <TextArea
        label="Anything we should know? (optional)"
        name="details"
        rows={2}
        maxLength={2000}
        value={details}
        onChange={setDetails}
      />
      <FieldError id={`${titleId}-error`} error={error} />
      <p className="belt-sheet-acts">
        <button
          className="btn btn-1"
          type="submit"
          aria-disabled={ask.isPending || undefined}
          aria-describedby={error ? `${titleId}-error` : undefined}
        >
          {way.act}
        </button>
        <button className="btn btn-3" type="button" onClick={onClose}>
          {isLost ? 'Not now' : 'Keep it'}
        </button>
      </p>
      {belt.returnUntil && !isSameAgain && (
        <p className="note">Unworn and in its packaging, free until {formatDay(belt.returnUntil, today)}.</p>
      )}
    </form>
  )
}
