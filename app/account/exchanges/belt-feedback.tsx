import { useId, useState } from 'react'
import type { SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { dropName } from '../../../domain/drop.ts'
import { type Fit, fitLabel, fits, type Taste, tasteLabel, tastes } from '../../../domain/feedback.ts'
import { nextSize } from '../../../domain/membership.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { sentenceOf, useAccount, useAccountChange } from '../client/use-account.ts'
import { useBeltChange, useSentBelts } from './use-sent-belts.tsx'
import './exchanges.css'

type Said = { fit?: Fit; taste?: Taste }

/** Fit and taste, saved with one click each. */
export function BeltFeedback({ belt }: { belt: SentBelt }) {
  const tell = useBeltChange('giveFeedback')
  const [error, setError] = useState<string | null>(null)
  // Both taps stay selected until their replies: the second one doesn't wait for the first.
  const [said, setSaid] = useState<Said>({})
  const say = async (tap: Said) => {
    setError(null)
    setSaid((before) => ({ ...before, ...tap }))
    await tell.mutateAsync({ boxId: belt.boxId, ...tap }).catch((cause) => setError(sentenceOf(cause)))
    setSaid(({ fit, taste }) => ({
      ...(fit && fit !== tap.fit ? { fit } : {}),
      ...(taste && taste !== tap.taste ? { taste } : {}),
    }))
  }
  const fit = said.fit ?? belt.fit
  const taste = said.taste ?? belt.taste
  const isTold = belt.fit !== null && belt.taste !== null
  return (
    <div className="taps">
      <Taps
        legend="How does it fit?"
        values={fits}
        words={fitLabel}
        value={fit}
        onChange={(each) => void say({ fit: each })}
      />
      <Taps
        legend="How do you like it?"
        values={tastes}
        words={tasteLabel}
        value={taste}
        onChange={(each) => void say({ taste: each })}
      />
      <p className="note taps-said" role="status">
        {error ?? (isTold ? 'Thanks. It’ll help us pick your next belt.' : '')}
      </p>
      {(belt.fit === 'tight' || belt.fit === 'loose') && <NextSize belt={belt} fit={belt.fit} />}
    </div>
  )
}

type TapsProps<T extends string> = {
  legend: string
  values: readonly T[]
  words: Record<T, string>
  value: T | null
  onChange: (value: T) => void
}

function Taps<T extends string>({ legend, values, words, value, onChange }: TapsProps<T>) {
  const name = useId()
  return (
    <div>
      <p className="label" aria-hidden="true">
        {legend}
      </p>
      <fieldset className="toggle">
        <legend className="sr">{legend}</legend>
        {values.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
            {words[each]}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

/** After "tight" or "loose", offers the neighboring size for the next belts. */
function NextSize({ belt, fit }: { belt: SentBelt; fit: 'tight' | 'loose' }) {
  const change = useAccountChange('changeSize')
  const [error, setError] = useState<string | null>(null)
  const membership = useAccount().data?.memberships.find(({ id }) => id === belt.membershipId)
  const size = membership && belt.size && nextSize(belt.size, fit, membership.gender)
  if (!membership?.taste || !size || !membership.next) return null
  if (membership.taste.size === size) return <p className="note">Your next belts come in size {size}.</p>
  return (
    <p>
      <BusyButton
        className="btn btn-3"
        isBusy={change.isPending}
        onClick={() =>
          change.mutate({ id: membership.id, size }, { onError: (cause) => setError(sentenceOf(cause)) })
        }
      >
        Send my next belts in size {size}
      </BusyButton>
      {error && <span role="alert">{error}</span>}
    </p>
  )
}

type NewestBeltProps = { membershipId: string; heading: 'h3' | 'h4' }

/** Asks about the latest belt without opening anything. */
export function NewestBelt({ membershipId, heading: Heading }: NewestBeltProps) {
  const belt = useSentBelts().data?.find((each) => each.membershipId === membershipId && each.mayTell)
  if (!belt) return null
  return (
    <div className="sheet belt-ask">
      <Heading>
        {belt.belt ? `Did ${belt.belt.name} arrive?` : `Did the ${dropName(belt.drop)} belt arrive?`}
      </Heading>
      <BeltFeedback belt={belt} />
    </div>
  )
}
