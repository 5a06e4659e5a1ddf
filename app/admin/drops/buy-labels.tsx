import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { counted } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { showToast } from '../../ui/toast-store.ts'
import {
  callAdmin,
  toastError,
  toastFailedChange,
  useAdmin,
  useChange,
  useReadAgain,
  useStaff,
} from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { Download } from '../ui/download.tsx'
import { dropAddresses } from './use-drop.ts'

type Labels = AdminReply<'readDropLabels'>

/** Buys postage: first the price of every label, then all of them as one file in pick-list order. */
export function BuyLabels({ drop, weight }: { drop: string; weight: string }) {
  const staff = useStaff()
  const readAgain = useReadAgain()
  const { data } = useAdmin('readDropLabels', { drop })
  const [step, setStep] = useState<Labels | null>(null)
  const [isAsked, setAsked] = useState(false)
  if (!data || data.carrier === null || !staff.may('buyLabels')) return null
  const labels = step ?? data
  const ounces = Number(weight)

  // Works in small steps: after an interruption it resumes, and nothing is bought twice. Returns null if interrupted.
  async function run(
    left: (labels: Labels) => number,
    next: (labels: Labels) => Promise<Labels>,
    interrupted: string,
  ) {
    let known: Labels | null = labels
    setStep(known)
    try {
      while (left(known) > 0) {
        const after = await next(known)
        setStep(after)
        const isStuck = left(after) >= left(known)
        known = after
        if (isStuck) break
      }
    } catch (error) {
      known = null
      toastError(error, interrupted)
    }
    await readAgain(...dropAddresses)
    setStep(null)
    return known
  }
  const price = () =>
    run(
      ({ wanted }) => wanted,
      () => callAdmin('quoteLabels', { drop, ounces }),
      'Not all labels have a price yet. Press “Price” to go on.',
    )
  async function buy() {
    setAsked(false)
    const after = await run(
      ({ quoted }) => quoted,
      ({ quotedCents }) => callAdmin('buyLabels', { drop, upToCents: quotedCents }),
      'Not all labels were bought. Press “Buy” to go on; none is bought twice.',
    )
    const bought = after?.bought ?? 0
    if (bought > 0)
      showToast({ title: 'Labels Bought', description: `${counted(bought, 'label')} ready to print.` })
  }
  return (
    <>
      <li>
        <span className="labels">
          {labels.wanted > 0 && (
            <button
              className="btn btn-2"
              type="button"
              disabled={step !== null || !(ounces > 0)}
              onClick={() => void price()}
            >
              Price {counted(labels.wanted, 'label')}
            </button>
          )}
          {labels.quoted > 0 && (
            <button
              className="btn btn-1"
              type="button"
              disabled={step !== null}
              onClick={() => setAsked(true)}
            >
              Buy {counted(labels.quoted, 'label')}, {formatCents(labels.quotedCents)}
            </button>
          )}
          {labels.parts.map((part) => (
            <Download key={part} of="labelsPdf" input={{ drop, part }}>
              {labels.parts.length > 1 || part > 1 ? `Labels PDF, part ${part}` : 'Labels PDF'}
            </Download>
          ))}
        </span>
        <span role="status">
          {step
            ? 'Checking with the carrier…'
            : labels.bought > 0
              ? `${counted(labels.bought, 'label')} bought for ${formatCents(labels.boughtCents)}, in pick-list order.`
              : 'Buy your postage here. You’ll see the total before you pay.'}
          {data.carrier === 'demo' && ' This is a demo: labels are marked SPECIMEN, and no money moves.'}
        </span>
      </li>
      {labels.problems.length > 0 && (
        <li>
          <span>No label</span>
          <ul className="adm-problems">
            {labels.problems.map(({ boxId, reference, name, problem, odd }) => (
              <li key={boxId}>
                <Link className="num" to={`/admin/drops/${drop}/slips?box=${boxId}`}>
                  {reference}
                </Link>{' '}
                {name}: {problem}
                {odd && <OddAddress drop={drop} boxId={boxId} {...odd} />}
              </li>
            ))}
          </ul>
        </li>
      )}
      {isAsked && (
        <AskDialog
          title={`Buy ${counted(labels.quoted, 'label')} for ${formatCents(labels.quotedCents)}?`}
          action={`Buy for ${formatCents(labels.quotedCents)}`}
          isBusy={false}
          onClose={() => setAsked(false)}
          onConfirm={() => void buy()}
        >
          <p>
            The carrier charges your account. If you unpack a box before it ships, we’ll ask the carrier to
            refund its postage.
          </p>
        </AskDialog>
      )}
    </>
  )
}

type OddAddressProps = { drop: string; boxId: string; address: string; suggestion: string | null }

/** An address the carrier questions: use its spelling, or keep it as typed. The label waits for the answer. */
function OddAddress({ drop, boxId, address, suggestion }: OddAddressProps) {
  const settle = useChange('settleAddress', {
    changes: dropAddresses,
    onSuccess: (_, { use }) =>
      showToast({
        title: 'Address Settled',
        description:
          use === 'suggestion' ? 'This box goes there. Print its slip again.' : 'It ships as it was typed.',
      }),
    onError: toastFailedChange,
  })
  const use = (chosen: 'typed' | 'suggestion') => settle.mutate({ drop, boxId, use: chosen })
  return (
    <span className="odd-address">
      <span>Typed: {address}</span>
      {suggestion && <span>Suggested: {suggestion}</span>}
      <span className="labels">
        {suggestion && (
          <button
            className="btn btn-2"
            type="button"
            disabled={settle.isPending}
            onClick={() => use('suggestion')}
          >
            Use the suggested one
          </button>
        )}
        <button className="btn btn-3" type="button" disabled={settle.isPending} onClick={() => use('typed')}>
          Ship it as typed
        </button>
      </span>
    </span>
  )
}
