import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AccountReply } from '../../domain/account/contracts.ts'
import { stateCode } from '../../domain/address.ts'
import type { AddressView } from '../../domain/membership-view.ts'
import { ApiError } from '../browser/call-api.ts'
import { AddressFields } from '../quiz/address-fields.tsx'
import { FieldError, TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { placeLabel } from './belt-labels.ts'
import { callAccount, sentenceOf, useAccountChange } from './client/use-account.ts'

/** Fields that show their own error. */
const named = ['fullName', 'address', 'city', 'state', 'zipCode']

type Doubt = AccountReply<'checkAddress'>
type AddressFormProps = { membershipId: string; address: AddressView; onDone: () => void }

/** The quiz's address fields: US only, no phone (spec §5). */
export function AddressForm({ membershipId, address, onDone }: AddressFormProps) {
  const [typed, setTyped] = useState(address)
  const [error, setError] = useState<string | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const change = useAccountChange('changeAddress')
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const [isChecking, setChecking] = useState(false)
  const isBusy = isChecking || change.isPending
  const set = (changes: Partial<AddressView>) => {
    // The city of a ZIP code comes later, when more may have been typed.
    setTyped((before) => ({ ...before, ...changes }))
    setDoubt(null)
  }

  useEffect(() => {
    if (Object.keys(wrong).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong])

  // The carrier is asked only once: a doubtful address leads to a question, never a refusal.
  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const { fullName: _, ...place } = typed
    setChecking(true)
    const found = await callAccount('checkAddress', place).catch(() => null)
    setChecking(false)
    if (found && (found.problem ?? found.suggestion)) setDoubt(found)
    else send(typed)
  }

  function send(address: AddressView) {
    if (change.isPending) return
    setTyped(address)
    setDoubt(null)
    change.mutate(
      { id: membershipId, ...address, state: stateCode(address.state) },
      {
        onSuccess: () => {
          showToast({ title: 'Address changed', description: 'Every box we haven’t packed yet goes there.' })
          onDone()
        },
        onError: (cause) => {
          const fields = cause instanceof ApiError ? cause.fields : {}
          setWrong(fields)
          setError(named.some((key) => fields[key]) ? null : sentenceOf(cause))
        },
      },
    )
  }

  return (
    <form className="account-form" ref={form} onSubmit={save} noValidate>
      <div className="fields">
        <TextField
          label="Full name"
          width="f6"
          name="full-name"
          autoComplete="name"
          value={typed.fullName}
          error={wrong.fullName}
          onChange={(fullName) => set({ fullName })}
        />
        <AddressFields
          address={{ ...typed, email: '' }}
          isOwnAddress
          errors={wrong}
          onChange={({ email: _, ...changes }) => set(changes)}
        />
      </div>
      <FieldError id={`address-error-${membershipId}`} error={error} />
      {doubt ? (
        <Question doubt={doubt} typed={typed} onChoose={send} />
      ) : (
        <p>
          <button className="btn btn-2" type="submit" aria-disabled={isBusy || undefined}>
            Save the address
          </button>
        </p>
      )}
    </form>
  )
}

type QuestionProps = { doubt: Doubt; typed: AddressView; onChoose: (address: AddressView) => void }

/** The carrier's suggestion or doubt, with the typed address as one of the answers. */
function Question({ doubt: { problem, suggestion }, typed, onChoose }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="account-question" ref={box} tabIndex={-1} role="status">
      <p>
        {suggestion
          ? `Did you mean ${placeLabel({ ...suggestion, fullName: '' })}?`
          : `Is this address right? The carrier says, “${problem}”`}
      </p>
      <p className="account-question-acts">
        {suggestion && (
          <button
            className="btn btn-2"
            type="button"
            onClick={() => onChoose({ ...suggestion, fullName: typed.fullName })}
          >
            Yes, use that
          </button>
        )}
        <button
          className={suggestion ? 'btn btn-3' : 'btn btn-2'}
          type="button"
          onClick={() => onChoose(typed)}
        >
          {suggestion ? 'No, keep mine' : 'Yes, save it'}
        </button>
      </p>
    </div>
  )
}
