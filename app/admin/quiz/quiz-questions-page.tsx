import { useState } from 'react'
import type { QuestionView, VersionView } from '../../../domain/admin/quiz-contracts.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { ListState } from '../ui/screen.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import './quiz-questions.css'
import { isQuizOrder } from '../../../domain/admin/quiz-rules.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { MoveHandle, SortableList, useSortableRow } from '../ui/sortable-list.tsx'
import { useQuizChange } from './use-quiz-change.ts'
import { VersionBar } from './version-bar.tsx'

const names = ['Who it is for', 'Men or women', 'Styles', 'Size', 'Shipping', 'Plan', 'In the cart']

/** How far visitors got in this version: counts only, nothing personal. */
function QuizFunnel({ version }: { version: VersionView }) {
  const funnel = useAdmin('readQuizFunnel', { version: version.number })
  return (
    <section className="panel" aria-labelledby="funnel-title">
      <h2 id="funnel-title">How far visitors come</h2>
      <ListState
        query={funnel}
        empty={({ from }) => (from === null ? 'No one has answered this version yet.' : null)}
      >
        {({ from, to, steps }) => {
          const totals = steps.map(({ myself, gift, unknown }) => myself + gift + unknown)
          const most = Math.max(1, totals[0] ?? 0)
          return (
            <table className="funnel">
              <caption className="quiet">
                {formatDate(from ?? '')} to {formatDate(to ?? '')}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Step</th>
                  <th scope="col">Reached</th>
                  <th scope="col">Gifts</th>
                  <th scope="col">Of all</th>
                </tr>
              </thead>
              <tbody>
                {steps.map(({ step, gift }, index) => (
                  <tr key={step}>
                    <th scope="row">{names[index]}</th>
                    <td>{formatCount(totals[index]!)}</td>
                    <td>{formatCount(gift)}</td>
                    <td>
                      <span
                        className="funnel-bar"
                        style={{ width: `${Math.min(1, totals[index]! / most) * 3}rem` }}
                      />
                      {Math.round((totals[index]! / most) * 100)}%
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }}
      </ListState>
    </section>
  )
}

type Open = { doing: 'edit'; question: QuestionView | null } | { doing: 'delete'; question: QuestionView }

/** Spec §2 "Quiz Questions": the list with nested options, plus editing in versions. */
export default function QuizQuestionsPage() {
  const staff = useStaff()
  /** undefined: the version being edited */
  const [number, setNumber] = useState<number>()
  const [open, setOpen] = useState<Open | null>(null)
  const quiz = useAdmin('listQuizQuestions', number === undefined ? {} : { version: number })
  const close = () => setOpen(null)
  const isEdited = (state: string, versions: { state: string }[]) =>
    state === 'draft' || (state === 'published' && !versions.some((each) => each.state === 'draft'))
  return (
    <>
      <VersionBar
        quiz={quiz.data}
        onVersion={setNumber}
        onNew={() => setOpen({ doing: 'edit', question: null })}
      />
      <ListState
        query={quiz}
        empty={({ questions }) => (questions.length > 0 ? null : 'This version has no questions.')}
      >
        {({ questions, version, versions }) => (
          <div className="quiz-admin">
            <QuestionList
              questions={questions}
              mayWrite={staff.may('updateQuizQuestion') && isEdited(version.state, versions)}
              onEdit={(question) => setOpen({ doing: 'edit', question })}
              onDelete={(question) => setOpen({ doing: 'delete', question })}
            />
            <QuizFunnel version={version} />
          </div>
        )}
      </ListState>
      {open?.doing === 'edit' && <QuestionDialog question={open.question} onClose={close} />}
      {open?.doing === 'delete' && <DeleteQuestion question={open.question} onClose={close} />}
    </>
  )
}

/** Asks before deleting an extra question and says what is kept. */
function DeleteQuestion({ question, onClose }: { question: QuestionView; onClose: () => void }) {
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

/** Every question has the specification's button; what it deletes are questions that were added (decision 116). */
function sayItStays() {
  const description =
    'An order needs what the six steps ask. Edit this one’s words instead; questions you added can go.'
  showToast({ title: 'This step stays', description, destructive: true })
}

type QuestionListProps = {
  questions: QuestionView[]
  mayWrite: boolean
  onEdit: (question: QuestionView) => void
  onDelete: (question: QuestionView) => void
}

/** The six steps, with extra questions under the step that shows them. */
function QuestionList({ questions, mayWrite, onEdit, onDelete }: QuestionListProps) {
  const order = useQuizChange('orderQuizQuestions')
  function onOrder(ids: string[]) {
    const keys = ids.map((id) => questions.find((question) => question.id === id)?.key ?? null)
    if (isQuizOrder(keys)) return order.mutate({ ids })
    const description =
      'The six steps keep their order. Extra questions go under the second step or a later one.'
    showToast({ title: 'That place is taken', description, destructive: true })
  }
  return (
    <SortableList
      items={questions.map(({ id, questionText }) => ({ id, name: questionText }))}
      enabled={mayWrite}
      onOrder={onOrder}
    >
      <ol className="questions" aria-label="Questions">
        {questions.map((question, index) => (
          <QuestionCard
            key={question.id}
            question={question}
            step={questions.slice(0, index + 1).filter(({ key }) => key !== null).length}
            mayWrite={mayWrite}
            onEdit={() => onEdit(question)}
            onDelete={() => onDelete(question)}
          />
        ))}
      </ol>
    </SortableList>
  )
}

type QuestionCardProps = {
  question: QuestionView
  /** its step, or the step that shows it */
  step: number
  mayWrite: boolean
  onEdit: () => void
  onDelete: () => void
}

/** A question with its options (spec §2: nested). */
function QuestionCard({ question, step, mayWrite, onEdit, onDelete }: QuestionCardProps) {
  const { row, handle } = useSortableRow(question.id)
  const isExtra = question.key === null
  const { questionText, giftText, hint, questionType, answerOptions } = question
  return (
    <li className={isExtra ? 'question question-extra' : 'question'} {...row}>
      <div>
        <p className="quiet">
          {isExtra ? `Extra, within step ${step}` : `Step ${step}`}
          {', '}
          {questionType === 'single' ? 'one answer' : 'several answers'}
          {isExtra && ', optional'}
        </p>
        <h2>{questionText}</h2>
        {giftText !== '' && <p className="quiet">For a gift: {giftText}</p>}
        {hint !== '' && <p className="quiet">{hint}</p>}
        {!question.isActive && <span className="st">Inactive</span>}
      </div>
      {answerOptions.length > 0 && (
        <ol className="question-options" aria-label={`Options of ${questionText}`}>
          {answerOptions.map((option) => (
            <li key={option.id}>
              {option.optionText}
              {option.description !== '' && <small>{option.description}</small>}
              {!option.isActive && <small>Inactive</small>}
            </li>
          ))}
        </ol>
      )}
      {mayWrite && (
        <div className="question-do">
          {isExtra && <MoveHandle name={questionText} {...handle} />}
          <button className="text-btn" type="button" onClick={onEdit}>
            Edit<span className="sr"> {questionText}</span>
          </button>
          <button className="text-btn" type="button" onClick={isExtra ? onDelete : sayItStays}>
            Delete<span className="sr"> {questionText}</span>
          </button>
        </div>
      )}
    </li>
  )
}
