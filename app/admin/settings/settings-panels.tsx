import { useState } from 'react'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange } from '../client/use-admin.ts'
import { ListState } from '../ui/screen.tsx'

/** Whether owners must use two-step sign-in. */
export function OwnersTwoStep({ isNeeded }: { isNeeded: boolean }) {
  const set = useChange('setOwnersTwoStep', {
    changes: ['/api/admin/settings', '/api/auth/me'],
    onSuccess: (_, input) =>
      showToast({
        title: input.isNeeded ? 'Two steps are mandatory' : 'Two steps are optional',
        description: input.isNeeded
          ? 'An owner without a passkey or an app sets one up first.'
          : 'Owners choose for themselves.',
      }),
    onError: toastFailedChange,
  })
  return (
    <section className="panel adm-form" aria-labelledby="owners-two-step">
      <h2 id="owners-two-step">Owners’ sign-in</h2>
      <p role="status">
        {isNeeded ? (
          <>
            <span className="st ok">Two steps, always.</span> Owners need a passkey or an app’s codes.
          </>
        ) : (
          <>
            <span className="st wn">One step is enough.</span> An owner’s password alone opens the admin.
          </>
        )}
      </p>
      <button
        className="btn btn-2"
        type="button"
        disabled={set.isPending}
        onClick={() => set.mutate({ isNeeded: !isNeeded })}
      >
        {isNeeded ? 'Make the second step optional' : 'Make a second step mandatory'}
      </button>
    </section>
  )
}

const marks = { good: ['ok', 'Fine'], watch: ['', 'Look at it'], bad: ['no', 'Fix it'] } as const

/** Whether the payment provider's account is set up for this shop, with a button that registers what it can. */
export function PaymentAccount() {
  const check = useAdmin('checkPayments', {})
  const [secret, setSecret] = useState<string | null>(null)
  const register = useChange('registerPayments', {
    changes: ['/api/admin/payments'],
    onSuccess: ({ webhookSecret }) => {
      setSecret(webhookSecret)
      showToast({ title: 'Registered', description: 'The webhook and the wallets’ domain are in place.' })
    },
    onError: toastFailedChange,
  })
  return (
    <section className="panel adm-form" aria-labelledby="account-title">
      <h2 id="account-title">Payment provider account</h2>
      <ListState query={check}>
        {({ lines }) =>
          lines.length === 0 ? (
            <p className="quiet">The shop runs on demo payments, so there’s no account to check.</p>
          ) : (
            <>
              <ul className="adm-stack">
                {lines.map(({ id, label, state, advice }) => (
                  <li key={id}>
                    <span className={`st ${marks[state][0]}`}>{marks[state][1]}:</span> {label}
                    {advice && <p className="quiet">{advice}</p>}
                  </li>
                ))}
              </ul>
              {secret && (
                <p role="alert">
                  Set STRIPE_WEBHOOK_SECRET to <code style={{ overflowWrap: 'anywhere' }}>{secret}</code> and
                  start the shop again. It’s shown only now.
                </p>
              )}
              <button
                className="btn btn-2"
                type="button"
                disabled={register.isPending}
                onClick={() => register.mutate({})}
              >
                Register webhook and wallets
              </button>
            </>
          )
        }
      </ListState>
    </section>
  )
}
