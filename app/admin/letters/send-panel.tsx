import { type FormEvent, useState } from 'react'
import type { LetterView } from '../../../domain/admin/letter-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useShop } from '../../shop/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange, sentenceOf, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'

const changes = ['/api/admin/letters', '/api/admin/promises']

type SendPanelProps = {
  /** as it was last saved */
  letter: LetterView
  /** there are no unsaved changes */
  isSaved: boolean
  onSent: () => void
}

/** Sends a test to the signed-in user, then the letter: now, or on a date in the shop's time zone. */
export function SendPanel({ letter, isSaved, onSent }: SendPanelProps) {
  const staff = useStaff()
  const { timeZone } = useShop()
  const [at, setAt] = useState('')
  const [isAsking, setAsking] = useState(false)
  const readers = useAdmin('countLetterReaders', { letterId: letter.id })
  const send = useChange('sendLetter', {
    changes,
    onSuccess: ({ state }, { at: day }) => {
      showToast(
        day
          ? { title: 'Scheduled', description: 'You can take it back until then.' }
          : {
              title: 'On its way',
              description: `It’s ${state === 'sending' ? 'leaving' : 'leaving in a moment'}.`,
            },
      )
      onSent()
    },
    onError: () => setAsking(false),
  })
  const fields = send.error instanceof ApiError ? send.error.fields : {}
  const submit = (day: string | null) =>
    send.mutate({ letterId: letter.id, version: letter.version, at: day })
  const isReady = letter.missing.length === 0 && isSaved
  return (
    <>
      <TestForm letterId={letter.id} isSaved={isSaved} />
      <section className="panel adm-form" aria-labelledby="letter-send">
        <h2 id="letter-send">Send it</h2>
        {letter.missing.length > 0 && (
          <ul className="letter-missing">
            {letter.missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {!staff.may('sendLetter') ? (
          <p className="quiet">The owner sends letters.</p>
        ) : (
          <>
            <TextField
              label="Day and time"
              type="datetime-local"
              hint={`On the shop’s clock, ${timeZone.replaceAll('_', ' ')}.`}
              value={at}
              onChange={setAt}
              error={fields.at}
            />
            {send.isError && !fields.at && (
              <p className="err" role="alert">
                {failedChange(send.error, 'It wasn’t sent. Nothing has left.')}
              </p>
            )}
            <div className="adm-tools">
              <button
                className="btn btn-2"
                type="button"
                disabled={!isReady || at === '' || send.isPending}
                onClick={() => submit(at.slice(0, 16))}
              >
                Schedule it
              </button>
              <button
                className="btn btn-1"
                type="button"
                disabled={!isReady || send.isPending}
                onClick={() => setAsking(true)}
              >
                Send it now
              </button>
            </div>
          </>
        )}
      </section>
      {isAsking && (
        <ConfirmDialog
          title="Send this letter now?"
          action="Send it now"
          wayOut="Not yet"
          isBusy={send.isPending}
          onConfirm={() => submit(null)}
          onClose={() => setAsking(false)}
        >
          <p>
            It goes to <b className="num">{readers.data ? formatCount(readers.data.readers) : '…'}</b> people.
            {readers.data?.readers === 0 &&
              ' No one who agreed to letters is chosen, so choose other readers first.'}{' '}
            You can stop it while it’s leaving, but what has left can’t be called back.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function TestForm({ letterId, isSaved }: { letterId: string; isSaved: boolean }) {
  const staff = useStaff()
  const [typed, setTyped] = useState<string | null>(null)
  const email = typed ?? staff.email ?? ''
  const test = useChange('testLetter', {
    onSuccess: () => showToast({ title: 'Test sent', description: `Look in the inbox of ${email}.` }),
  })
  const fields = test.error instanceof ApiError ? test.error.fields : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    test.mutate({ letterId, email })
  }
  return (
    <form className="panel adm-form" noValidate onSubmit={submit}>
      <h2>Send a test</h2>
      <TextField
        label="To"
        type="email"
        value={email}
        onChange={setTyped}
        error={fields.email ?? (test.isError ? sentenceOf(test.error, 'The test wasn’t sent.') : null)}
      />
      <div className="adm-tools">
        <button className="btn btn-2" type="submit" disabled={!isSaved || test.isPending}>
          Send a test
        </button>
      </div>
    </form>
  )
}
