import { type FormEvent, useState } from 'react'
import { type Style, styleNames, styles } from '../../domain/belt.ts'
import { dropName } from '../../domain/drop.ts'
import type { MembershipView } from '../../domain/membership-view.ts'
import { beltSizes, inchesAdded, measuredWord } from '../../domain/sizing.ts'
import { Choice, Choices, SizeTile } from '../quiz/choice.tsx'
import { MeasureWays } from '../sizing/measure/measure-ways.tsx'
import '../quiz/quiz-choices.css'
import { FieldError } from '../ui/text-field.tsx'
import { tasteLabel } from './belt-labels.ts'
import type { Notice } from './client/notice.tsx'
import { sentenceOf, useAccountChange } from './client/use-account.ts'

type TastePanelProps = { id: string; membership: MembershipView; onDone: (notice: Notice) => void }

/** Changes size and styles. The gender never changes, so neither do the sizes on offer. */
export function TastePanel({ id, membership, onDone }: TastePanelProps) {
  const { gender, taste, next } = membership
  const changeSize = useAccountChange('changeSize')
  const changeStyles = useAccountChange('changeStyles')
  // What isn't touched here follows the membership, which another device may change meanwhile.
  const [newSize, setSize] = useState<string | null>(null)
  const [newMeasure, setMeasure] = useState<number | null>(null)
  const [newStyles, setStyles] = useState<Style[] | null>(null)
  const measured = newMeasure ?? (newSize === null ? (taste?.measured ?? null) : null)
  const size = newSize ?? taste?.size ?? ''
  const chosen = newStyles ?? styles.filter((style) => taste?.styles.includes(style))
  const [error, setError] = useState<string | null>(null)
  const isBusy = changeSize.isPending || changeStyles.isPending

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (!beltSizes[gender].includes(size)) return setError('Choose a size.')
    if (chosen.length === 0) return setError('Choose at least one style.')
    try {
      const measure = newMeasure === null ? {} : { measured: newMeasure }
      if (size !== taste?.size || newMeasure !== null)
        await changeSize.mutateAsync({ id: membership.id, size, ...measure })
      if (chosen.join() !== taste?.styles.join())
        await changeStyles.mutateAsync({ id: membership.id, styles: chosen })
      const words = tasteLabel({ size, styles: chosen })
      onDone({
        words: next ? `${dropName(next.drop)}’s belt and every one after it: ${words}.` : `Saved: ${words}.`,
      })
    } catch (cause) {
      setError(sentenceOf(cause))
    }
  }

  function toggle(style: Style) {
    setStyles(styles.filter((each) => chosen.includes(each) !== (each === style)))
    setError(null)
  }
  return (
    <form className="account-panel" id={id} onSubmit={save}>
      <fieldset className="group">
        <legend>Size</legend>
        <p className="hint">
          The big number is your {measuredWord[gender]} size. The belt is {inchesAdded} inches longer.
        </p>
        <div className="sizes account-sizes">
          {beltSizes[gender].map((each) => (
            <SizeTile
              key={each}
              value={each}
              label={each}
              gender={gender}
              checked={size === each}
              onChange={() => {
                setSize(each)
                setMeasure(null)
                setError(null)
              }}
            />
          ))}
        </div>
        <MeasureWays
          {...{ gender, measured }}
          onMeasured={(found, inches) => {
            setSize(found)
            setMeasure(inches)
            setError(null)
          }}
        />
      </fieldset>
      <div className="group">
        <p className="group-title">Styles</p>
        <Choices legend="Styles" columns={3}>
          {styles.map((style) => (
            <Choice
              key={style}
              type="checkbox"
              name="style"
              value={style}
              label={styleNames[style]}
              detail=""
              checked={chosen.includes(style)}
              onChange={() => toggle(style)}
            />
          ))}
        </Choices>
      </div>
      <FieldError id={`${id}-error`} error={error} />
      <p>
        <button className="btn btn-2" type="submit" aria-disabled={isBusy || undefined}>
          Save size and styles
        </button>
      </p>
    </form>
  )
}
