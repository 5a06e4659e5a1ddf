import { useEffect } from 'react'
import { states } from '../../../domain/address.ts'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { LetterAudience } from '../../../domain/admin/letter-blocks.ts'
import { styleNames, styles } from '../../../domain/belt.ts'
import { formatCount } from '../../../domain/count.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { useShop } from '../../shop/use-shop.ts'
import { useAdmin } from '../client/use-admin.ts'
import { SelectField } from '../ui/fields.tsx'

type Count = AdminReply<'countLetterReaders'>['leftOut'][number]

const reasons: Record<Count['because'], string> = {
  'not-agreed': 'Members who haven’t agreed to letters',
  unconfirmed: 'Signed up, and haven’t confirmed',
  'not-meant': 'On the list, but not chosen here',
  unsubscribed: 'Unsubscribed',
  bounced: 'Email to them bounced',
}

const sizes = [...new Set([...beltSizes.male, ...beltSizes.female])].sort((a, b) => Number(a) - Number(b))

type AudiencePanelProps = {
  letterId: string
  audience: LetterAudience
  /** recounted after each saved change */
  savedVersion: number
  onChange: (audience: LetterAudience) => void
}

/** The number of recipients, and who is left out and why. */
export function AudiencePanel({ letterId, audience, savedVersion, onChange }: AudiencePanelProps) {
  const { plans } = useShop()
  const readers = useAdmin('countLetterReaders', { letterId }, { keeps: true })
  const { refetch } = readers
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version needs a new count
  useEffect(() => {
    void refetch()
  }, [savedVersion])
  const toggle = (key: 'plans' | 'styles' | 'sizes' | 'states', value: string) => {
    const known = audience[key] as string[]
    const next = known.includes(value) ? known.filter((each) => each !== value) : [...known, value]
    onChange({ ...audience, [key]: next })
  }
  return (
    <section className="panel adm-form" aria-labelledby="letter-who">
      <h2 id="letter-who">Who gets it</h2>
      <SelectField
        label="Readers"
        value={audience.who}
        options={[
          ['everyone', 'Everyone who agreed'],
          ['members', 'Members who agreed'],
          ['others', 'Those who aren’t members yet'],
        ]}
        onChange={(who) => onChange({ ...audience, who })}
      />
      {audience.who !== 'others' && (
        <details
          open={
            audience.plans.length + audience.styles.length + audience.sizes.length + audience.states.length >
            0
          }
        >
          <summary>Only members with a certain plan, style, size or state</summary>
          <div className="adm-stack">
            <Checks
              name="Plan"
              options={plans.map(({ id, name }) => [id, name])}
              chosen={audience.plans}
              onToggle={(value) => toggle('plans', value)}
            />
            <Checks
              name="Style"
              options={styles.map((style) => [style, styleNames[style]])}
              chosen={audience.styles}
              onToggle={(value) => toggle('styles', value)}
            />
            <Checks
              name="Size"
              options={sizes.map((size) => [size, size])}
              chosen={audience.sizes}
              onToggle={(value) => toggle('sizes', value)}
            />
            <Checks
              name="State"
              options={states.map(({ code }) => [code, code])}
              chosen={audience.states}
              onToggle={(value) => toggle('states', value)}
            />
          </div>
        </details>
      )}
      <div role="status" className="letter-count">
        {readers.data ? (
          <p>
            <b className="num">{formatCount(readers.data.readers)}</b>{' '}
            {readers.data.readers === 1 ? 'person gets it.' : 'people get it.'}
          </p>
        ) : (
          <p className="quiet">Counting …</p>
        )}
      </div>
      {readers.data && readers.data.leftOut.length > 0 && (
        <>
          <h3>Who doesn’t</h3>
          <ul className="letter-out">
            {readers.data.leftOut.map(({ because, number, some }) => (
              <li key={because}>
                <details>
                  <summary>
                    {reasons[because]} <b className="num">{formatCount(number)}</b>
                  </summary>
                  <p className="quiet">
                    {some.join(', ')}
                    {number > some.length && ` and ${formatCount(number - some.length)} more`}
                  </p>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type ChecksProps = {
  name: string
  options: (readonly [value: string, word: string])[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}

function Checks({ name, options, chosen, onToggle }: ChecksProps) {
  return (
    <fieldset>
      <legend>{name}</legend>
      <div className="letter-checks">
        {options.map(([value, word]) => (
          <label key={value}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
            {word}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
