import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BeltFields } from '../../../domain/admin/belt-calls.ts'
import { suggestSku } from '../../../domain/admin/sku.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { type BeltDraft, checkDraft, type DraftErrors } from './belt-draft.ts'
import './belt-form.css'
import { BeltFormFields } from './belt-form-fields.tsx'
import { BeltPictures } from './belt-pictures.tsx'

type BeltFormProps = {
  title: string
  drop: Drop
  start: BeltDraft
  /** SKUs of the drop, for the next one; null: the belt has its own */
  takenSkus: readonly string[] | null
  /** a sentence of the server about the SKU */
  skuError: string | null
  /** what cannot be changed any more */
  isUsed: boolean
  busy: boolean
  onSave: (belt: BeltFields) => void
  children?: ReactNode
}

/** Everything that is written about a belt, and its two pictures. */
export function BeltForm(props: BeltFormProps) {
  const { title, drop, start, takenSkus, skuError, isUsed, busy, onSave, children } = props
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [isSkuOwn, setSkuOwn] = useState(takenSkus === null)
  const [uploads, setUploads] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const whole: BeltDraft = isSkuOwn
    ? draft
    : { ...draft, sku: suggestSku({ ...draft, drop }, takenSkus ?? []) }
  const { belt, errors } = checkDraft(whole, drop)
  const shownErrors: DraftErrors = tried ? errors : {}
  if (skuError && !shownErrors.sku) shownErrors.sku = skuError

  function change(changes: Partial<BeltDraft>) {
    if ('sku' in changes) setSkuOwn(true)
    setDraft((before) => ({ ...before, ...changes }))
  }

  function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (belt) return onSave(belt)
    // After the errors are drawn: to the first field that needs something.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <form ref={form} noValidate onSubmit={save} className="belt-form">
      <div className="adm-bar">
        <div>
          <h1>{title}</h1>
          <p className="quiet">Drop of {dropTitle(drop)}</p>
        </div>
      </div>
      <div className="belt-form-body">
        <div className="panel">
          <BeltFormFields draft={whole} errors={shownErrors} isUsed={isUsed} onChange={change} />
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
