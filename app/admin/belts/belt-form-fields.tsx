import { genderNames, genders, type Style, styleNames, styles } from '../../../domain/belt.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { BeltDraft, DraftErrors } from './belt-draft.ts'
import { SelectField } from './select-field.tsx'

/** Spec §9 "Widths", in millimetres. */
const usualWidths: Record<Style, string> = {
  dress: 'Dress belts are 30 to 35 mm wide.',
  casual: 'Casual belts are 35 to 40 mm wide.',
  stretch: 'Current belts are 25 to 38 mm wide.',
}

type BeltFormFieldsProps = {
  draft: BeltDraft
  errors: DraftErrors
  isUsed: boolean
  onChange: (changes: Partial<BeltDraft>) => void
}

/** The words and figures of a belt. */
export function BeltFormFields({ draft, errors, isUsed, onChange }: BeltFormFieldsProps) {
  const field = (name: 'name' | 'material' | 'widthMm' | 'buckle' | 'colors' | 'sku' | 'displayOrder') => ({
    value: draft[name],
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <div className="fields">
      <TextField label="Name" width="f6" maxLength={80} {...field('name')} />
      <TextArea
        label="Description"
        maxLength={600}
        value={draft.description}
        error={errors.description}
        onChange={(description) => onChange({ description })}
      />
      <SelectField
        label="For"
        disabled={isUsed}
        value={draft.gender}
        options={genders.map((each) => [each, genderNames[each]])}
        onChange={(gender) => onChange({ gender })}
      />
      <SelectField
        label="Style"
        value={draft.style}
        options={styles.map((each) => [each, styleNames[each]])}
        onChange={(style) => onChange({ style })}
      />
      <TextField label="Material" width="f3" maxLength={80} {...field('material')} />
      <TextField label="Buckle" width="f3" maxLength={80} {...field('buckle')} />
      <TextField
        label="Width in mm"
        width="f3"
        inputMode="numeric"
        hint={usualWidths[draft.style]}
        {...field('widthMm')}
      />
      <TextField
        label="Colors"
        width="f3"
        maxLength={500}
        hint="The one in the pictures first, with commas between."
        {...field('colors')}
      />
      <TextField
        label="SKU"
        width="f3"
        maxLength={60}
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={isUsed}
        hint={isUsed ? 'This belt was sent: its SKU stays.' : 'Carries the date code of its drop.'}
        {...field('sku')}
        onChange={(sku) => onChange({ sku: sku.toUpperCase() })}
      />
      <TextField
        label="Order"
        width="f3"
        inputMode="numeric"
        hint="The lowest number of a style stands on its card."
        {...field('displayOrder')}
      />
      <label className="agree f6">
        <input
          type="checkbox"
          className="tick sq"
          checked={draft.isActive}
          onChange={(event) => onChange({ isActive: event.target.checked })}
        />
        <span>Active: the home page shows it while its drop is the current one.</span>
      </label>
    </div>
  )
}
