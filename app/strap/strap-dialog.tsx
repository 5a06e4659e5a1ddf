import { useId, useState } from 'react'
import { leftStates } from '../../domain/box.ts'
import type { MembershipView } from '../../domain/membership-view.ts'
import { hadSentence, type StrapBelt, strapConsent, strapLine, strapTitle } from '../../domain/strap.ts'
import { sentenceOf, useAccountChange } from '../account/client/use-account.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Agree, FieldError, TextField } from '../ui/text-field.tsx'
import { Strap } from './strap.tsx'
import './strap-sheet.css'
import './strap-dialog.css'

type StrapDialogProps = { open: boolean; onClose: () => void; membership: MembershipView }

/** The wearer's strap as others would see it: to print, to share as a page, and to take back. */
export function StrapDialog({ open, onClose, membership }: StrapDialogProps) {
  const title = useId()
  const belts = beltsOn(membership)
  return (
    <Dialog open={open} onClose={onClose} labelledBy={title} className="strap-dialog">
      <div className="dialog-top">
        <h2 id={title}>Share or print your strap</h2>
        <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="strap-body">
        <h3>{strapTitle(belts.length)}</h3>
        <div className="strap-sheet">
          <Strap had={belts.length} />
          <p className="small quiet">{hadSentence(belts.length)}</p>
          <ol className="strap-belts">
            {belts.map((belt) => (
              <li key={belt.drop + belt.name}>{strapLine(belt)}</li>
            ))}
          </ol>
        </div>
        <div className="strap-acts">
          <Sharing membership={membership} />
          <p>
            <button className="btn btn-3" type="button" onClick={() => window.print()}>
              Print it
            </button>
          </p>
        </div>
      </div>
    </Dialog>
  )
}

function Sharing({ membership: { id, taste } }: { membership: MembershipView }) {
  const share = useAccountChange('shareStrap')
  const end = useAccountChange('endStrap')
  const [isAgreed, setAgreed] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)
  const shared = taste?.strap ?? null
  async function change(call: () => Promise<unknown>) {
    setError(null)
    setCopied(false)
    try {
      await call()
      setAgreed(false)
    } catch (cause) {
      setError(sentenceOf(cause))
    }
  }
  if (shared) {
    return (
      <>
        <TextField label="The link to your page" value={shared.address} readOnly onChange={() => {}} />
        <p>
          <button
            className="btn btn-2"
            type="button"
            onClick={() => navigator.clipboard?.writeText(shared.address).then(() => setCopied(true))}
          >
            Copy the link
          </button>
          <a className="btn btn-3" href={shared.address} target="_blank" rel="noreferrer">
            See the page<span className="sr">, opens in a new tab</span>
          </a>
          <BusyButton
            className="btn btn-3"
            isBusy={end.isPending}
            onClick={() => change(() => end.mutateAsync({ id }))}
          >
            Stop sharing
          </BusyButton>
        </p>
        <p className="note quiet" role="status">
          {copied ? 'Copied.' : 'Stop sharing and the link leads nowhere, right away.'}
        </p>
        <FieldError id={`${id}-strap`} error={error} />
      </>
    )
  }
  return (
    <>
      <Agree
        isChecked={isAgreed}
        error={error}
        onChange={(checked) => {
          setAgreed(checked)
          setError(null)
        }}
      >
        {strapConsent}
      </Agree>
      <p>
        <BusyButton
          className="btn btn-2"
          isBusy={share.isPending}
          onClick={() =>
            isAgreed
              ? change(() => share.mutateAsync({ id, words: strapConsent }))
              : setError('Check the box first: sharing is up to you.')
          }
        >
          Make my page
        </BusyButton>
      </p>
    </>
  )
}

/** The belts as the page lists them, oldest first. */
function beltsOn({ boxes }: MembershipView): StrapBelt[] {
  return boxes
    .filter(({ state, isReplacement }) => leftStates.includes(state) && !isReplacement)
    .flatMap(({ drop, belt }) => (belt ? [{ drop, name: belt.name }] : []))
}
