import { useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'

const usual =
  'We are taking no payments just now. Nothing was charged. Please try again a little later: your cart stays as it is.'

/** Stops new payments and takes them again; what is paid already still becomes an order. */
export function PaymentsSwitch({ stopped }: { stopped: string | null }) {
  const staff = useStaff()
  const [sentence, setSentence] = useState(usual)
  const done = {
    changes: ['/api/admin/settings'],
    onError: (error: Error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Nothing was changed.'),
        destructive: true,
      }),
  }
  const stop = useChange('stopPayments', done)
  const start = useChange('startPayments', done)
  return (
    <section className="panel adm-form" aria-labelledby="payments-title">
      <h2 id="payments-title">Payments</h2>
      <p role="status">
        {stopped === null ? (
          <span className="st ok">Payments are taken</span>
        ) : (
          <>
            <span className="st no">No payments are taken.</span> Buyers read: {stopped}
          </>
        )}
      </p>
      {staff.may('stopPayments') &&
        (stopped === null ? (
          <>
            <TextArea
              label="What buyers read meanwhile"
              value={sentence}
              onChange={setSentence}
              rows={3}
              maxLength={300}
            />
            <button
              className="btn btn-2"
              type="button"
              disabled={stop.isPending || sentence.trim() === ''}
              onClick={() => stop.mutate({ sentence })}
            >
              Stop taking payments
            </button>
          </>
        ) : (
          <button
            className="btn btn-1"
            type="button"
            disabled={start.isPending}
            onClick={() => start.mutate({})}
          >
            Take payments again
          </button>
        ))}
    </section>
  )
}
