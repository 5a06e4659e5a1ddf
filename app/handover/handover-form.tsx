import { type FormEvent, useState } from 'react'
import { type HandoverView, handoverContracts } from '../../domain/account/handover-contracts.ts'
import { stateCode } from '../../domain/address.ts'
import { styles as allStyles, type Style } from '../../domain/belt.ts'
import { openAnswers } from '../../domain/gift-copy.ts'
import { ApiError, sendCall } from '../browser/call-api.ts'
import { AddressFields, GiftStyles, useRefusal, withoutPaths } from '../gift/gift-form.tsx'
import { GiftSize } from '../gift/gift-size.tsx'
import { FieldError } from '../ui/text-field.tsx'

type HandoverFormProps = { view: HandoverView; token: string; onSaved: (view: HandoverView) => void }

const nowhere = { fullName: '', address: '', address2: '', city: '', state: '', zipCode: '' }

/** What the new person wears and where it goes, on one sheet. */
export function HandoverForm({ view, token, onSaved }: HandoverFormProps) {
  const { form, errors, refuse } = useRefusal()
  const { chosen, gender } = view
  const [styles, setStyles] = useState<Style[]>(allStyles.filter((each) => chosen?.styles.includes(each)))
  const [size, setSize] = useState(chosen?.size ?? '')
  const [isConfirmed, setConfirmed] = useState(chosen !== null)
  const [address, setAddress] = useState(chosen?.address ?? { ...nowhere, fullName: view.toName })
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const missing = openAnswers(gender, { styles, size, isConfirmed })
    if (Object.keys(missing).length > 0) return refuse(missing)
    setBusy(true)
    try {
      const sent = { token, styles, size, address: { ...address, state: stateCode(address.state) } }
      onSaved((await sendCall(handoverContracts.chooseForHandover, sent)) as HandoverView)
    } catch (error) {
      const known = error instanceof ApiError ? error : null
      const fields = known ? withoutPaths(known.fields) : {}
      const sentence = known?.sentence || 'We couldn’t reach the shop, so nothing changed. Please try again.'
      refuse(Object.keys(fields).length > 0 ? fields : { form: sentence })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="sheet gift-form" ref={form} onSubmit={save} noValidate aria-label="What you wear">
      <div className="gift-parts">
        <GiftStyles gender={gender} styles={styles} onChange={setStyles} error={errors.styles} />
        <GiftSize
          gender={gender}
          size={size}
          isConfirmed={isConfirmed}
          onChange={(value, confirmed) => {
            setSize(value)
            setConfirmed(confirmed)
          }}
          error={errors.size}
          confirmError={errors.confirm}
        />
        <fieldset className="group">
          <legend>Where do we send your belts?</legend>
          <AddressFields address={address} onChange={setAddress} errors={errors} />
        </fieldset>
        <FieldError id="handover-error" error={errors.form} />
      </div>
      <div className="given-do">
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
          {view.planName ? 'Go on to your card' : 'Send me belts'}
        </button>
      </div>
    </form>
  )
}
