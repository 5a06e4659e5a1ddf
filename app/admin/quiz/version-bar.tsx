import { useState } from 'react'
import type { QuizView, VersionView } from '../../../domain/admin/quiz-contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useStaff } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { ScreenHead } from '../ui/screen.tsx'
import { useQuizChange } from './use-quiz-change.ts'

type VersionBarProps = {
  quiz: QuizView | undefined
  /** undefined: the one being edited */
  onVersion: (number: number | undefined) => void
  onNew: () => void
}

/** The version on screen and its actions. */
export function VersionBar({ quiz, onVersion, onNew }: VersionBarProps) {
  const staff = useStaff()
  const [discarding, setDiscarding] = useState(false)
  const toEdited = () => onVersion(undefined)
  const publish = useQuizChange('publishQuiz', {
    onSuccess(_, { version }) {
      toEdited()
      showToast({
        title: 'Quiz published',
        description: `Version ${version} is what visitors see from now on.`,
      })
    },
  })
  const draftFrom = useQuizChange('draftQuizFrom', { onSuccess: toEdited })
  const discard = useQuizChange('discardQuizDraft', {
    onSuccess() {
      toEdited()
      setDiscarding(false)
    },
    onError: () => setDiscarding(false),
  })
  const version = quiz?.version
  const hasDraft = quiz?.versions.some(({ state }) => state === 'draft') ?? false
  const mayWrite = staff.may('publishQuiz')
  const isEdited = version?.state === 'draft' || (version?.state === 'published' && !hasDraft)
  return (
    <ScreenHead title="Quiz Questions" status={version ? said(version) : null}>
      {quiz && version && (
        <div className="adm-tools">
          <select
            className="input"
            aria-label="Version"
            value={version.number}
            onChange={(event) => onVersion(Number(event.target.value))}
          >
            {quiz.versions.map(({ number, state }) => (
              <option key={number} value={number}>
                Version {number}, {state}
              </option>
            ))}
          </select>
          {mayWrite && version.state === 'retired' && !hasDraft && (
            <button
              className="btn btn-2"
              type="button"
              onClick={() => draftFrom.mutate({ version: version.number })}
            >
              Go back to these words
            </button>
          )}
          {mayWrite && isEdited && (
            <button className="btn btn-2" type="button" onClick={onNew}>
              New question
            </button>
          )}
          {mayWrite && version.state === 'draft' && (
            <>
              <button className="btn btn-2" type="button" onClick={() => setDiscarding(true)}>
                Discard draft
              </button>
              <BusyButton
                className="btn btn-1"
                isBusy={publish.isPending}
                onClick={() => publish.mutate({ version: version.number })}
              >
                Publish version {version.number}
              </BusyButton>
            </>
          )}
        </div>
      )}
      {discarding && version && (
        <ConfirmDialog
          title={`Discard version ${version.number}?`}
          action="Discard"
          isBusy={discard.isPending}
          onConfirm={() => discard.mutate({})}
          onClose={() => setDiscarding(false)}
        >
          <p>You’ll lose everything in this draft. Visitors keep seeing the published version.</p>
        </ConfirmDialog>
      )}
    </ScreenHead>
  )
}

function said({ number, state, publishedAt }: VersionView): string {
  if (state === 'draft') return `Version ${number} is a draft. Visitors won’t see it until you publish it.`
  const day = publishedAt ? ` since ${formatDate(publishedAt.slice(0, 10))}` : ''
  if (state === 'published') return `Version ${number} is public${day}. A change begins a draft.`
  return `Version ${number} was public${publishedAt ? `, from ${formatDate(publishedAt.slice(0, 10))}` : ''}. It’s kept as it was.`
}
