import type { BeltDraft, DraftErrors } from './belt-draft.ts'
import { PictureField } from './picture-field.tsx'

type BeltPicturesProps = {
  draft: BeltDraft
  errors: DraftErrors
  onChange: (changes: Partial<BeltDraft>) => void
  /** while a picture is on its way, the belt is not saved without it */
  onBusy: (busy: boolean) => void
}

/** The product shot of the card and the lifestyle picture of the examples, each with its words. */
export function BeltPictures({ draft, errors, onChange, onBusy }: BeltPicturesProps) {
  return (
    <div className="belt-pictures">
      <PictureField
        title="Product picture"
        hint="Square, the belt on a plain ground. On the card and in the examples."
        width={1200}
        height={1200}
        src={draft.imageUrl}
        alt={draft.imageAlt}
        error={errors.imageUrl}
        altError={errors.imageAlt}
        onPicture={(imageUrl) => onChange({ imageUrl })}
        onAlt={(imageAlt) => onChange({ imageAlt })}
        onBusy={onBusy}
      />
      <PictureField
        title="Lifestyle picture"
        hint="Upright, 4:5, the belt as it is worn. In the examples."
        width={1200}
        height={1500}
        src={draft.lifestyleImageUrl}
        alt={draft.lifestyleAlt}
        error={errors.lifestyleImageUrl}
        altError={errors.lifestyleAlt}
        onPicture={(lifestyleImageUrl) => onChange({ lifestyleImageUrl })}
        onAlt={(lifestyleAlt) => onChange({ lifestyleAlt })}
        onBusy={onBusy}
      />
    </div>
  )
}
