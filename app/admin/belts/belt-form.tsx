import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useBlocker } from 'react-router'
import type { BeltFields } from '../../../domain/admin/belt-contracts.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { suggestSku } from '../../../domain/sku.ts'
import { ScreenHead } from '../ui/screen.tsx'
import { type BeltDraft, checkDraft, type DraftErrors } from './belt-draft.ts'
import './belts.css'
import { genderNames, genders, type Style, styleNames, styles } from '../../../domain/belt.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { focusFirstInvalid } from '../../ui/use-refusal.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { PictureField } from '../ui/picture-field.tsx'

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
  /** what comes first */
  children: ReactNode
}

/** The text fields of a belt. */
function BeltFormFields({ draft, errors, isUsed, onChange, children }: BeltFormFieldsProps) {
  const field = (name: 'name' | 'material' | 'widthMm' | 'buckle' | 'colors' | 'sku' | 'displayOrder') => ({
    value: draft[name],
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <div className="fields">
      {children}
      <TextField label="Name" width="f6" maxLength={80} {...field('name')} />
      <TextArea
        label="Description"
        maxLength={600}
        value={draft.description}
        error={errors.description}
        onChange={(description) => onChange({ description })}
      />
      <TextArea
        label="Who it suits"
        maxLength={300}
        hint="A sentence or two for its page. Leave it empty to say nothing."
        value={draft.suits}
        error={errors.suits}
        onChange={(suits) => onChange({ suits })}
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
        hint={isUsed ? 'This belt was sent, so its SKU stays.' : 'Carries the date code of its drop.'}
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

type BeltFormProps = {
  title: string
  drop: Drop
  /** the drops that a new belt can go into; an existing belt stays in its drop */
  drops?: readonly Drop[]
  onDrop?: (drop: Drop) => void
  start: BeltDraft
  /** the drop's SKUs, for suggesting the next one; null: the belt has its own */
  takenSkus: readonly string[] | null
  /** the server's messages about values that another belt already has */
  taken: DraftErrors
  /** some fields can't be changed anymore */
  isUsed: boolean
  busy: boolean
  onSave: (belt: BeltFields) => void
  children?: ReactNode
}

/** The form for a belt and its two pictures. */
export function BeltForm(props: BeltFormProps) {
  const { title, drop, start, takenSkus, taken, isUsed, busy, onSave, children } = props
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [isSkuOwn, setSkuOwn] = useState(takenSkus === null)
  const [uploads, setUploads] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(start) && !busy
  const leaving = useBlocker(isUnsaved)
  // Closing the tab makes the browser ask.
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const whole: BeltDraft = isSkuOwn
    ? draft
    : { ...draft, sku: suggestSku({ ...draft, drop }, takenSkus ?? []) }
  const { belt, errors } = checkDraft(whole, drop)
  const shownErrors: DraftErrors = { ...taken, ...(tried ? errors : {}) }

  function change(changes: Partial<BeltDraft>) {
    if ('sku' in changes) setSkuOwn(true)
    setDraft((before) => ({ ...before, ...changes }))
  }

  function save(event: FormEvent) {
    event.preventDefault()
    focusFirstInvalid(form.current, () => setTried(true))
    if (belt) onSave(belt)
  }

  return (
    <form ref={form} noValidate onSubmit={save} className="belt-form">
      {leaving.state === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          action="Leave without saving"
          wayOut="Keep editing"
          isBusy={false}
          onClose={leaving.reset}
          onConfirm={leaving.proceed}
        >
          <p>What you wrote about {draft.name || 'this belt'} isn’t saved yet.</p>
        </ConfirmDialog>
      )}
      <ScreenHead title={title} note={`Drop of ${dropTitle(drop)}`} />
      <div className="belt-form-body">
        <div className="panel">
          <BeltFormFields draft={whole} errors={shownErrors} isUsed={isUsed} onChange={change}>
            {props.drops && (
              <SelectField
                label="Drop"
                value={drop}
                options={props.drops.map((each) => [each, dropTitle(each)])}
                onChange={(chosen) => props.onDrop?.(chosen)}
              />
            )}
          </BeltFormFields>
        </div>
        <BeltPictures
          draft={whole}
          errors={shownErrors}
          onChange={change}
          onBusy={(isBusy) => setUploads((count) => count + (isBusy ? 1 : -1))}
        />
      </div>
      <div className="belt-form-end">
        <button className="btn btn-1" type="submit" disabled={busy || uploads > 0}>
          {busy ? 'Saving...' : 'Save belt'}
        </button>
        <Link className="btn btn-3" to={`/admin/belts?drop=${drop}`}>
          Cancel
        </Link>
        {children}
      </div>
    </form>
  )
}

type BeltPicturesProps = {
  draft: BeltDraft
  errors: DraftErrors
  onChange: (changes: Partial<BeltDraft>) => void
  /** while a picture uploads, the belt can't be saved without it */
  onBusy: (busy: boolean) => void
}

/** The product picture of the card and the lifestyle picture of the examples, each with its alt text. */
function BeltPictures({ draft, errors, onChange, onBusy }: BeltPicturesProps) {
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
      <PictureField
        title="Detail picture"
        hint="Square, buckle and stitching from near. On the belt’s page."
        width={1200}
        height={1200}
        src={draft.detailImageUrl}
        alt={draft.detailAlt}
        error={errors.detailImageUrl}
        altError={errors.detailAlt}
        onPicture={(detailImageUrl) => onChange({ detailImageUrl })}
        onAlt={(detailAlt) => onChange({ detailAlt })}
        onBusy={onBusy}
      />
      <PictureField
        title="Night picture"
        hint="Square, the belt on dark wood. It takes the product picture’s place in the dark theme."
        width={1200}
        height={1200}
        src={draft.nightImageUrl}
        error={errors.nightImageUrl}
        onPicture={(nightImageUrl) => onChange({ nightImageUrl })}
        onBusy={onBusy}
      />
    </div>
  )
}
