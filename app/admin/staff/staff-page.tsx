import { useState } from 'react'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import { InviteForm } from './invite-form.tsx'
import { type Made, MadePassword } from './made-password.tsx'
import { StaffRow } from './staff-row.tsx'
import './staff.css'

/** Who may sign in to the desk, and as what. */
export default function StaffPage() {
  const [inviting, setInviting] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const list = useAdmin('listStaff', {})
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Staff</h1>
          <p className="quiet">Each signs in with a name and a password of their own.</p>
        </div>
        <button
          className="btn btn-1"
          type="button"
          aria-expanded={inviting}
          onClick={() => setInviting((known) => !known)}
        >
          Invite somebody
        </button>
      </div>
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
      <ListState query={list} empty={() => null}>
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
