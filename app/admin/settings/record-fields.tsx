import type { RecordLimits } from '../../../domain/track-record.ts'
import { TextField } from '../../ui/text-field.tsx'

type Texts = Record<keyof RecordLimits, string>

const labels: Record<keyof RecordLimits, string> = {
  claims: 'Claims',
  lost: 'Lost packages',
  disputes: 'Disputes',
  givenPercent: 'Refunds and credit, in percent of what they paid',
}
const names = Object.keys(labels) as (keyof RecordLimits)[]

export const textsOf = (limits: RecordLimits) =>
  Object.fromEntries(names.map((name) => [name, String(limits[name])])) as Texts

/** As typed; what isn't a whole number up to 999 stays as it was. */
export const numbersOf = (texts: Texts, began: RecordLimits) =>
  Object.fromEntries(
    names.map((name) => [name, isNumber(texts[name]) ? Number(texts[name]) : began[name]]),
  ) as RecordLimits

const isNumber = (text: string) => /^\d{1,3}$/.test(text.trim())

/** Above what someone's record turns red, on their page and on their exchanges. */
export function RecordFields({
  isOwner,
  limits,
  onChange,
}: {
  isOwner: boolean
  limits: Texts
  onChange: (limits: Texts) => void
}) {
  return (
    <fieldset disabled={!isOwner}>
      <legend>What turns someone’s record red</legend>
      <p className="quiet">
        Their page and their exchanges show what’s above these in red. Nothing is refused.
      </p>
      {names.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={limits[name]}
          onChange={(value) => onChange({ ...limits, [name]: value })}
          error={isNumber(limits[name]) ? undefined : 'Enter a whole number, such as 2.'}
        />
      ))}
    </fieldset>
  )
}
