import { useState } from 'react'
import type { QuestionFields, QuestionView } from '../../../domain/admin/quiz-contracts.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../client/use-admin.ts'
import { useDraft } from '../client/use-draft.ts'
import { EditDialog } from '../ui/dialogs.tsx'
import { CheckField, SelectField } from '../ui/fields.tsx'
import { useSaveOver } from '../ui/use-save-over.tsx'
import { type OptionDraft, OptionRows } from './option-rows.tsx'
import { quizAddresses, toastQuizError, useQuizChange } from './use-quiz-change.ts'

type QuestionDialogProps = {
  /** null: a new extra question */
  question: QuestionView | null
  onClose: () => void
}

type Written = Omit<QuestionFields, 'answerOptions'> & { answerOptions: OptionDraft[] }

const blank: Written = {
  questionText: '',
  giftText: '',
  hint: '',
  questionType: 'multiple',
  isActive: true,
  answerOptions: ['1', '2'].map((id) => ({ id, optionText: '', description: '', value: '', isActive: true })),
}

const fieldsOf = ({ answerOptions, ...value }: Written): QuestionFields => ({
  ...value,
  answerOptions: answerOptions.map(({ id: _, ...option }) => option),
})

/** The text of a question and its options. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  const draft = useDraft<Written>(
    `quiz-question:${question?.id ?? 'new'}`,
    question ? written(question) : blank,
  )
  const { value, change } = draft
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const isStep = question !== null && question.key !== null
  const then = {
    onSuccess() {
      draft.saved()
      showToast({ title: 'Draft saved', description: 'Visitors see it when the draft is published.' })
      onClose()
    },
    onError: (error: Error) => setWrong(error instanceof ApiError ? error.fields : {}),
  }
  const create = useQuizChange('createQuizQuestion', then)
  const { change: update, question: asks } = useSaveOver('updateQuizQuestion', {
    ...then,
    changes: quizAddresses,
    onError(error) {
      then.onError(error)
      toastQuizError(error)
    },
  })
  const error = create.error ?? update.error

  function save() {
    const fields = fieldsOf(value)
    if (question) update.mutate({ questionId: question.id, ...fields, was: fieldsOf(draft.began) })
    else create.mutate(fields)
  }

  return (
    <EditDialog
      draft={draft}
      className="question-dialog"
      title={question ? 'Edit question' : 'New question'}
      action="Save in the draft"
      isBusy={create.isPending || update.isPending}
      error={error && sentenceOf(error, 'We couldn’t save the question. Try again.')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Question"
        value={value.questionText}
        onChange={(questionText) => change({ questionText })}
        error={wrong.questionText}
        maxLength={160}
        required
      />
      <TextField
        label="Question for a gift"
        value={value.giftText}
        onChange={(giftText) => change({ giftText })}
        hint="Empty: the same."
        maxLength={160}
      />
      <TextField
        label="Line under the question"
        value={value.hint}
        onChange={(hint) => change({ hint })}
        hint={isStep ? 'Empty: the shop’s own.' : undefined}
        maxLength={200}
      />
      {!isStep && (
        <div className="adm-row">
          <SelectField
            label="Answers"
            value={value.questionType}
            options={[
              ['multiple', 'several'],
              ['single', 'one'],
            ]}
            onChange={(questionType) => change({ questionType })}
          />
          <CheckField isChecked={value.isActive} onChange={(isActive) => change({ isActive })} isLow>
            Active
          </CheckField>
        </div>
      )}
      {(!isStep || value.answerOptions.length > 0) && (
        <OptionRows
          stepKey={question?.key ?? null}
          options={value.answerOptions}
          errors={wrong}
          onChange={(answerOptions) => change({ answerOptions })}
        />
      )}
      {asks}
    </EditDialog>
  )
}

function written({
  questionText,
  giftText,
  hint,
  questionType,
  isActive,
  answerOptions,
}: QuestionView): Written {
  return {
    ...{ questionText, giftText, hint, questionType, isActive },
    answerOptions: answerOptions.map((option) => ({
      id: option.id,
      optionText: option.optionText,
      description: option.description,
      value: option.value,
      isActive: option.isActive,
    })),
  }
}
