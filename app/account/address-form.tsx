import { type FormEvent, useEffect, useRef, useState } from 'react'
import { stateCode } from '../../domain/address.ts'
import type { AddressView } from '../../domain/membership-view.ts'
import { ApiError } from '../browser/call-api.ts'
import { AddressFields } from '../quiz/address-fields.tsx'
import { FieldError, TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { sentenceOf, useAccountChange } from './client/use-account.ts'

/** The fields that say themselves what is wrong with them. */
const named = ['fullName', 'address', 'city', 'state', 'zipCode']

type AddressFormProps = { membershipId: string; address: AddressView; onDone: () => void }

/** The address as the quiz asks for it: in the US, no telephone (spec §5). */
export function AddressForm({ membershipId, address, onDone }: AddressFormProps) {
  const [typed, setTyped] = useState(address)
  const [error, setError] = useState<string | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const change = useAccountChange('changeAddress')
  const set = (changes: Partial<AddressView>) => setTyped({ ...typed, ...changes })

  useEffect(() => {
    if (Object.keys(wrong).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong])

  function save(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    change.mutate(
      { id: membershipId, ...typed, state: stateCode(typed.state) },
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
      <p>
        <button className="btn btn-2" type="submit" aria-disabled={change.isPending || undefined}>
          Save the address
        </button>
      </p>
    </form>
  )
}
