import { type FormEvent, useState } from 'react'
import { type Role, roles } from '../../../domain/admin/roles.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextField } from '../../ui/text-field.tsx'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'
import type { Made } from './made-password.tsx'
import { roleWords } from './role-words.ts'

/** One more of the staff: name and role; the shop makes the password. */
export function InviteForm({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('packer')
  const [tried, setTried] = useState(false)
  const invite = useChange('inviteStaff', {
    changes: ['/api/admin/staff', '/api/admin/audit'],
    onSuccess: ({ password }) => onMade({ username: username.trim(), password }),
  })
  const fields = invite.error instanceof ApiError ? invite.error.fields : {}
  const isMissing = tried && username.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (username.trim() !== '' && !invite.isPending)
      invite.mutate({ username, email: email.trim() || null, role })
  }

  return (
    <form className="panel adm-form" noValidate onSubmit={submit}>
      <h2>Invite somebody</h2>
      <div className="adm-row">
        <TextField
          label="Name to sign in with"
          value={username}
          onChange={setUsername}
          error={isMissing ? 'Enter a name to sign in with.' : fields.username}
          autoComplete="off"
          autoCapitalize="none"
        />
        <TextField
          label="Email, if you like"
          type="email"
          value={email}
          onChange={setEmail}
          error={fields.email}
          autoComplete="off"
        />
      </div>
      <fieldset>
        <legend>Role</legend>
        {roles.map((each) => (
          <label key={each} className="adm-check">
            <input
              type="radio"
              name="role"
              value={each}
              checked={role === each}
              onChange={() => setRole(each)}
            />
            {roleWords[each].says}
          </label>
        ))}
      </fieldset>
      <div role="status">
        {invite.error && <p className="err">{sentenceOf(invite.error, 'Nobody was invited. Try again.')}</p>}
      </div>
      <div className="adm-tools">
        <button className="btn btn-1" type="submit" aria-disabled={invite.isPending || undefined}>
          Make a password
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}
