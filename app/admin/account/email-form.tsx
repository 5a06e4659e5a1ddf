import { type FormEvent, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useChange } from '../client/use-admin.ts'

/** Where the shop tells somebody what concerns their sign-in. */
export function EmailForm({ email }: { email: string | null }) {
  const [typed, setTyped] = useState(email ?? '')
  const change = useChange('changeEmail', {
    changes: ['/api/auth/me', '/api/admin/staff'],
    onSuccess: () => showToast({ title: 'Email changed', description: 'We told the old address about it.' }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!change.isPending) change.mutate({ email: typed.trim() || null })
  }
  return (
    <form className="adm-stack" noValidate onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="We email it when someone signs in from a new device, or changes who can."
        value={typed}
        onChange={setTyped}
        error={change.error && sentenceOf(change.error, 'Nothing was changed. Try again.')}
      />
      <button className="btn btn-2" type="submit" aria-disabled={change.isPending || undefined}>
        Save the email
      </button>
    </form>
  )
}
