import { useId } from 'react'
import { type Gender, type Style, styleNames, styles } from '../../domain/belt.ts'
import { Choice } from '../quiz/choice.tsx'
import { FieldError } from '../ui/text-field.tsx'

type GiftStylesProps = {
  gender: Gender
  styles: Style[]
  onChange: (styles: Style[]) => void
  error: string | undefined
}

// Spec §9 "Widths".
const details: Record<Style, string> = { dress: '30-35 mm', casual: '35-40 mm', stretch: 'Braided' }

/** One style or several, as the quiz shows them. */
export function GiftStyles({ gender, styles: chosen, onChange, error }: GiftStylesProps) {
  const id = useId()
  const folder = gender === 'female' ? 'women' : 'men'
  const toggled = (style: Style) =>
    styles.filter((each) => (each === style ? !chosen.includes(each) : chosen.includes(each)))
  return (
    <fieldset
      className="group"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend>What do you wear?</legend>
      <div className="choices choices-3">
        {styles.map((style) => (
          <Choice
            key={style}
            type="checkbox"
            name="style"
            value={style}
            label={styleNames[style]}
            detail={details[style]}
            picture={`/pictures/${folder}-${style}-3-product-840.webp`}
            checked={chosen.includes(style)}
            onChange={() => onChange(toggled(style))}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
