import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AccountReply } from '../../domain/account/contracts.ts'
import { stateCode } from '../../domain/address.ts'
import type { AddressView } from '../../domain/membership-view.ts'
import { ApiError } from '../browser/call-api.ts'
import { AddressFields } from '../quiz/address-fields.tsx'
import { FieldError, TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useRefusal } from '../ui/use-refusal.ts'
import { placeLabel } from './belt-labels.ts'
import { callAccount, sentenceOf, useAccountChange } from './client/use-account.ts'

/** Fields that show their own error. */
const named = ['fullName', 'address', 'city', 'state', 'zipCode']

type Doubt = AccountReply<'checkAddress'>
type AddressFormProps = { membershipId: string; address: AddressView; onDone: () => void }

/** The quiz's address fields: US only, no phone (spec §5). */
export function AddressForm({ membershipId, address, onDone }: AddressFormProps) {
  const [typed, setTyped] = useState(address)
  // What is typed when an answer arrives: the shop may take a while, and nothing stops the typing meanwhile.
  const latest = useRef<AddressView | null>(address)
  // Closed without saving: an answer that is still on its way saves nothing.
  useEffect(
    () => () => {
      latest.current = null
    },
    [],
  )
  const { form, errors, refuse, correct } = useRefusal()
  const change = useAccountChange('changeAddress')
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const [isChecking, setChecking] = useState(false)
  const isBusy = isChecking || change.isPending

  function set(changes: Partial<AddressView>) {
    const next = { ...typed, ...latest.current, ...changes }
    latest.current = next
    setTyped(next)
    setDoubt(null)
    correct(...Object.keys(changes))
  }

  // The carrier is asked only once: a doubtful address leads to a question, never a refusal.
  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const asked = latest.current ?? typed
    const { fullName: _, ...place } = asked
    setChecking(true)
    const found = await callAccount('checkAddress', place).catch(() => null)
    setChecking(false)
    // The answer is about another address, and the new one may be half typed: it waits for its own Save.
    if (latest.current !== asked) return
    if (found && (found.problem ?? found.suggestion)) setDoubt(found)
    else send(asked)
  }

  function send(address: AddressView) {
    if (change.isPending) return
    latest.current = address
    setTyped(address)
    setDoubt(null)
    change.mutate(
      { id: membershipId, ...address, state: stateCode(address.state) },
      {
        onSuccess: () => {
          showToast({ title: 'Address changed', description: 'Every box we haven’t packed yet goes there.' })
          if (latest.current === address) onDone()
        },
        onError: (cause) => {
          const fields = cause instanceof ApiError ? cause.fields : {}
          refuse(named.some((key) => fields[key]) ? fields : { form: sentenceOf(cause) })
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
          error={errors.fullName}
          onChange={(fullName) => set({ fullName })}
        />
        <AddressFields
          address={{ ...typed, email: '' }}
          isOwnAddress
          errors={errors}
          onChange={({ email: _, ...changes }) => set(changes)}
        />
      </div>
      <FieldError id={`address-error-${membershipId}`} error={errors.form} />
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
