import { useEffect, useState } from 'react'
import { accountContracts } from '../../../domain/account/contracts.ts'
import { signInRest } from '../../../domain/term-words.ts'
import { ApiError, sendCall } from '../../browser/call-api.ts'
import { noteLinkAsked } from '../../browser/link-asked.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/text-field.tsx'

type Question = {
  email: string
  /** signed in from an email's link, which may have been forwarded; otherwise a while ago */
  isFromEmail: boolean
  isAgain: boolean
  answer: (isDone: boolean) => void
}

let ask: ((question: Question) => void) | null = null

/**
 * Sends a call that needs a link opened within the last day. If there is none, asks for one and sends again. Whatever
 * was typed stays: the link opens in another tab and signs this browser in again.
 */
export async function withFreshLink<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'confirm_first' || !ask) throw error
      const show = ask
      const { email = '', cameFrom } = error.details
      const question = { email, isFromEmail: cameFrom === 'email', isAgain }
      if (!(await new Promise<boolean>((answer) => show({ ...question, answer })))) throw error
    }
  }
}

/** The dialog that asks for it. */
export function FreshLink() {
  const [question, setQuestion] = useState<Question | null>(null)
  /** links asked for while this is open */
  const [asked, setAsked] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    ask = (next) => {
      setAsked(next.isAgain ? 1 : 0)
      setError(next.isAgain ? 'We haven’t seen it yet. Open the link in this browser, then try again.' : null)
      // Two calls may ask at the same moment. The answer is for both.
      setQuestion((former) => {
        if (!former) return next
        const answer = (isDone: boolean) => {
          former.answer(isDone)
          next.answer(isDone)
        }
        return { ...next, answer }
      })
    }
    return () => {
      ask = null
    }
  }, [])

  function close(isDone: boolean) {
    question?.answer(isDone)
    setQuestion(null)
  }
  async function mail() {
    if (!question) return
    setBusy(true)
    setError(null)
    try {
      await sendCall(accountContracts.askForLink, { email: question.email })
      noteLinkAsked()
      setAsked(asked + 1)
    } catch (problem) {
      setError(
        (problem instanceof ApiError && problem.sentence) || 'We couldn’t reach the shop. Please try again.',
      )
    } finally {
      setBusy(false)
    }
  }

  const isSent = asked > 0
  const why = question?.isFromEmail
    ? 'You came here from a link in an email. Emails get forwarded, so we need to check it’s you first.'
    : 'You’ve been signed in for a while, so we need to check it’s you first.'
  return (
    <Dialog
      open={question !== null}
      onClose={() => close(false)}
      labelledBy="fresh-link"
      className="account-fresh"
    >
      <div className="account-fresh-sheet">
        <h2 id="fresh-link">{isSent ? 'Check your email' : 'One more step'}</h2>
        <p role="status">
          {isSent
            ? `We sent a link to ${question?.email}. Open it in this browser, then come back to this tab. What you typed is still here.`
            : `${why} We’ll email a link to ${question?.email}.`}
          {/* The shop sends none while one is in the mailbox that works for ten more minutes (docs/decisions/035). */}
          {asked > 1 &&
            ` If your last link is more than ${signInRest} old, another one is on its way. If not, it still works, so check your spam folder too.`}
        </p>
        <FieldError id="fresh-link-error" error={error} />
        <p className="account-acts">
          {isSent && (
            <button className="btn btn-1" type="button" onClick={() => close(true)}>
              I opened it
            </button>
          )}
          <BusyButton className={isSent ? 'btn btn-2' : 'btn btn-1'} isBusy={isBusy} onClick={mail}>
            {isSent ? 'Send another link' : 'Email me a link'}
          </BusyButton>
          <button className="btn btn-3" type="button" onClick={() => close(false)}>
            Not now
          </button>
        </p>
      </div>
    </Dialog>
  )
}
