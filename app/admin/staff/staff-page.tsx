import { type FormEvent, useState } from 'react'
import { failedChange, useAdmin, useChange } from '../client/use-admin.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { type Made, MadePassword, roleLabel, StaffRow } from './staff-row.tsx'
import './staff.css'
import { type Role, roles } from '../../../domain/admin/fields.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextField } from '../../ui/text-field.tsx'

/** The staff and their roles. */
export default function StaffPage() {
  const [inviting, setInviting] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const list = useAdmin('listStaff', {})
  return (
    <>
      <ScreenHead title="Staff" note="Each signs in with a name and a password of their own.">
        <button
          className="btn btn-1"
          type="button"
          aria-expanded={inviting}
          onClick={() => setInviting((known) => !known)}
        >
          Invite someone
        </button>
      </ScreenHead>
      {inviting && (
        <InviteForm
          onClose={() => setInviting(false)}
          onMade={(next) => {
            setInviting(false)
            setMade(next)
          }}
        />
      )}
      {made && <MadePassword made={made} onClose={() => setMade(null)} />}
      <ListState query={list}>
        {(data) => (
          <section className="t-wrap" aria-label="Staff">
            <table className="grid-t cards-sm">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Role</th>
                  <th scope="col">Two steps</th>
                  <th scope="col">Signed in</th>
                  <th scope="col">
                    <span className="sr">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.staff.map((person) => (
                  <StaffRow key={person.id} person={person} onMade={setMade} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </ListState>
    </>
  )
}

/** Invites a staff member: name and role; the shop makes the password. */
function InviteForm({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
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
      <h2>Invite someone</h2>
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
            {roleLabel[each].says}
          </label>
        ))}
      </fieldset>
      <div role="status">
        {invite.error && (
          <p className="err">{failedChange(invite.error, 'No one was invited. Try again.')}</p>
        )}
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
