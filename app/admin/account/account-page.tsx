import { showToast } from '../../ui/toast-store.ts'
import { ListState } from '../list-state.tsx'
import { roleWords } from '../staff/role-words.ts'
import { useAdmin, useReadAgain } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import './account.css'
import { DevicesPanel } from './devices-panel.tsx'
import { EmailForm } from './email-form.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { TwoStepPanel } from './two-step-panel.tsx'

/** One's own sign-in: password, passkeys, two steps, devices. */
export default function AccountPage() {
  const staff = useStaff()
  const readAgain = useReadAgain()
  const account = useAdmin('readAccount', {})
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>{staff.username}</h1>
          <p className="quiet">{roleWords[staff.staffRole].says}</p>
        </div>
      </div>
      <div className="account">
        <ListState query={account} empty={() => null}>
          {(data) => (
            <>
              <DevicesPanel sessions={data.sessions} />
              <PasskeysPanel passkeys={data.passkeys} />
              <TwoStepPanel since={data.twoStepSince} codesLeft={data.recoveryCodesLeft} />
            </>
          )}
        </ListState>
        <section className="panel" aria-labelledby="email-title">
          <h2 id="email-title">Your email</h2>
          <EmailForm email={staff.email} />
        </section>
        <section className="panel" aria-labelledby="password-title">
          <h2 id="password-title">Password</h2>
          <PasswordForm
            username={staff.username}
            action="Change the password"
            onChanged={() => {
              showToast({ title: 'Password changed', description: 'Your other devices are signed out.' })
              void readAgain('/api/auth/account')
            }}
          />
        </section>
      </div>
    </>
  )
}
