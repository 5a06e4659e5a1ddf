import type { QuestionView } from '../../../domain/admin/quiz-calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useQuizChange } from './use-quiz-change.ts'

/** Asks before an extra question goes, and says what stays. */
export function DeleteQuestion({ question, onClose }: { question: QuestionView; onClose: () => void }) {
  const remove = useQuizChange('deleteQuizQuestion', {
    onSuccess() {
      showToast({
        title: 'Question deleted',
        description: 'It leaves the public quiz when the draft is published.',
      })
      onClose()
    },
    onError: onClose,
  })
  return (
    <ConfirmDialog
      title="Delete this question?"
      action="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ questionId: question.id })}
      onClose={onClose}
    >
      <p>
        “{question.questionText}” and its {question.answerOptions.length} options go out of the draft.
        Published versions and what was answered in orders stay as they are.
      </p>
    </ConfirmDialog>
  )
}
