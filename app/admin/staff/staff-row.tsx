import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { type Role, roles } from '../../../domain/admin/roles.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { Instant } from '../instant.tsx'
import { useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import type { Made } from './made-password.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { roleWords } from './role-words.ts'

type Person = AdminReply<'listStaff'>['staff'][number]
type StaffRowProps = { person: Person; onMade: (made: Made) => void }

const changes = ['/api/admin/staff', '/api/admin/audit']

/** One of the staff. What one does to oneself is under one's own name. */
export function StaffRow({ person, onMade }: StaffRowProps) {
  const isMe = useStaff().id === person.id
  const [resetting, setResetting] = useState(false)
  const options = (title: string, description: string) => ({
    changes,
    onSuccess: () => showToast({ title, description }),
    onError: (error: Error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Nothing was changed. Try again.'),
        destructive: true,
      }),
  })
  const signInAnew = `${person.username} has to sign in again.`
  const setRole = useChange('setStaffRole', options('Role changed', signInAnew))
  const signOut = useChange('signOutStaff', options('Signed out', signInAnew))
  const disable = useChange(
    'setStaffDisabled',
    options(
      person.isDisabled ? 'May sign in again' : 'May not sign in any more',
      person.isDisabled
        ? `${person.username} has the password as before.`
        : `${person.username} is signed out.`,
    ),
  )
  const { id: userId, username } = person
  return (
    <tr>
      <td data-l="Name">
        <div>
          <b>{username}</b>
          {isMe && <span className="quiet"> (you)</span>}
          {person.email && <small>{person.email}</small>}
        </div>
      </td>
      <td data-l="Role">
        <select
          className="input"
          aria-label={`Role of ${username}`}
          value={person.role}
          disabled={setRole.isPending}
          onChange={(event) => setRole.mutate({ userId, role: event.target.value as Role })}
        >
          {roles.map((each) => (
            <option key={each} value={each}>
              {roleWords[each].name}
            </option>
          ))}
        </select>
      </td>
      <td data-l="Two steps">
        <span className={person.hasTwoStep ? 'st ok' : 'st'}>{person.hasTwoStep ? 'On' : 'Off'}</span>
      </td>
      <td data-l="Signed in">
        <SignedIn person={person} />
      </td>
      <td>
        {!isMe && (
          <div className="staff-acts">
            {person.sessions > 0 && (
              <button className="text-btn" type="button" onClick={() => signOut.mutate({ userId })}>
                Sign out<span className="sr"> {username}</span>
              </button>
            )}
            <button className="text-btn" type="button" onClick={() => setResetting(true)}>
              New password<span className="sr"> for {username}</span>
            </button>
            <button
              className="text-btn"
              type="button"
              onClick={() => disable.mutate({ userId, isDisabled: !person.isDisabled })}
            >
              {person.isDisabled ? 'Enable' : 'Disable'}
              <span className="sr"> {username}</span>
            </button>
          </div>
        )}
        {resetting && <ResetDialog person={person} onMade={onMade} onClose={() => setResetting(false)} />}
      </td>
    </tr>
  )
}

function SignedIn({ person: { isDisabled, mustChangePassword, sessions, lastSeenAt } }: { person: Person }) {
  if (isDisabled) return <span className="st no">Disabled</span>
  if (sessions > 0 && lastSeenAt) {
    return (
      <span className="st ok">
        <span>
          {sessions === 1 ? '1 device' : `${sessions} devices`}, <Instant at={lastSeenAt} />
        </span>
      </span>
    )
  }
  return <span className={mustChangePassword ? 'st wn' : 'st'}>{mustChangePassword ? 'Invited' : 'No'}</span>
}
