import { useEffect, useRef, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { type Role, roles } from '../../../domain/admin/fields.ts'
import { counted } from '../../../domain/count.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, toastUnmade, useChange, useStaff } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { CheckField } from '../ui/fields.tsx'
import { Instant } from '../ui/screen.tsx'

/** Each role's name and what it may do. */
export const roleLabel: Record<Role, { name: string; says: string }> = {
  owner: { name: 'Owner', says: 'Owner: can do everything, staff and settings too.' },
  support: { name: 'Support', says: 'Support: answers customers, changes and refunds orders.' },
  packer: { name: 'Packer', says: 'Packer: sees orders, sets status and tracking, keeps the stock.' },
  viewer: { name: 'Viewer', says: 'Viewer: can look, can’t change anything.' },
}

type Person = AdminReply<'listStaff'>['staff'][number]
type StaffRowProps = { person: Person; onMade: (made: Made) => void }

const changes = ['/api/admin/staff', '/api/admin/audit']

/** A staff member. Users manage their own account on their own account page. */
export function StaffRow({ person, onMade }: StaffRowProps) {
  const isMe = useStaff().id === person.id
  const [resetting, setResetting] = useState(false)
  const options = (title: string, description: string) => ({
    changes,
    onSuccess: () => showToast({ title, description }),
    onError: toastFailedChange,
  })
  const signInAnew = `${person.username} has to sign in again.`
  const setRole = useChange('setStaffRole', options('Role changed', signInAnew))
  const signOut = useChange('signOutStaff', options('Signed out', signInAnew))
  const disable = useChange(
    'setStaffDisabled',
    options(
      person.isDisabled ? 'Can sign in again' : 'Can’t sign in anymore',
      person.isDisabled ? `${person.username} keeps the old password.` : `${person.username} is signed out.`,
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
              {roleLabel[each].name}
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
          {counted(sessions, 'device')}, <Instant at={lastSeenAt} />
        </span>
      </span>
    )
  }
  return <span className={mustChangePassword ? 'st wn' : 'st'}>{mustChangePassword ? 'Invited' : 'No'}</span>
}

export type Made = { username: string; password: string }

/** A generated password, shown only once. */
export function MadePassword({ made, onClose }: { made: Made; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new password moves the focus here again
  useEffect(() => heading.current?.focus(), [made])
  return (
    <section className="panel adm-form made" aria-labelledby="made-title">
      <h2 id="made-title" ref={heading} tabIndex={-1}>
        A password for {made.username}
      </h2>
      <p>
        <code className="made-password">{made.password}</code>
      </p>
      <p className="quiet">
        It is shown only now. Share it in person or by phone; it has to be changed at the first sign-in.
      </p>
      <button className="btn btn-2" type="button" onClick={onClose}>
        Done
      </button>
    </section>
  )
}

type ResetDialogProps = {
  person: { id: string; username: string; hasTwoStep: boolean }
  onMade: (made: Made) => void
  onClose: () => void
}

/** Replaces a forgotten password with a generated one. */
function ResetDialog({ person, onMade, onClose }: ResetDialogProps) {
  const [removeTwoStep, setRemove] = useState(false)
  const reset = useChange('resetStaffPassword', {
    changes: ['/api/admin/staff', '/api/admin/audit'],
    onSuccess: ({ password }) => {
      onMade({ username: person.username, password })
      onClose()
    },
    onError: (error) =>
      toastUnmade(
        error,
        'The password stays. Try again.',
        'The shop’s answer got lost, and the new password with it. Make another one.',
      ),
  })
  return (
    <ConfirmDialog
      title={`A new password for ${person.username}?`}
      action="Make a password"
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate({ userId: person.id, removeTwoStep })}
      onClose={onClose}
    >
      <p>The old one stops working, and every device of {person.username} is signed out.</p>
      {person.hasTwoStep && (
        <CheckField isChecked={removeTwoStep} onChange={setRemove}>
          Lost phone: turn off two-step sign-in
        </CheckField>
      )}
    </ConfirmDialog>
  )
}
