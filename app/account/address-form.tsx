import { type FormEvent, useState } from 'react'
import type { AddressView } from '../../domain/account/account-view.ts'
import { ApiError } from '../browser/call-api.ts'
import { AddressFields } from '../quiz/address-fields.tsx'
import { stateCode } from '../quiz/state-code.ts'
import { FieldError, TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { sentenceOf, useAccountChange } from './use-account.ts'

type AddressFormProps = { membershipId: string; address: AddressView; onDone: () => void }

/** The address as the quiz asks for it: in the US, no telephone (spec §5). */
export function AddressForm({ membershipId, address, onDone }: AddressFormProps) {
  const [typed, setTyped] = useState(address)
  const [error, setError] = useState<string | null>(null)
  const change = useAccountChange('changeAddress')
  const set = (changes: Partial<AddressView>) => setTyped({ ...typed, ...changes })

  function save(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    change.mutate(
      { id: membershipId, ...typed, state: stateCode(typed.state) },
      {
        onSuccess: () => {
          showToast({ title: 'Address changed', description: 'Every box that is not packed goes there.' })
          onDone()
        },
        onError: (cause) => {
          const [first] = cause instanceof ApiError ? Object.values(cause.fields) : []
          setError(first ?? sentenceOf(cause))
        },
      },
    )
  }

  return (
    <form className="account-form" onSubmit={save} noValidate>
      <div className="fields">
        <TextField
          label="Full name"
          width="f6"
          name="full-name"
          autoComplete="name"
          value={typed.fullName}
          onChange={(fullName) => set({ fullName })}
        />
        <AddressFields
          address={{ ...typed, email: '' }}
          isOwnAddress
          onChange={({ email: _, ...changes }) => set(changes)}
        />
      </div>
      <FieldError id={`address-error-${membershipId}`} error={error} />
      <p>
        <button className="btn btn-2" type="submit" aria-disabled={change.isPending || undefined}>
          Save the address
        </button>
      </p>
    </form>
  )
}
