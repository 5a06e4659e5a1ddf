import type { QuestionView } from '../../../domain/admin/quiz-contracts.ts'
import { MoveHandle } from '../ui/sortable-list.tsx'
import { useMove } from '../ui/use-move.ts'

type QuestionCardProps = {
  question: QuestionView
  /** the step that it is, or within which it is shown */
  step: number
  mayWrite: boolean
  onEdit: () => void
  onDelete: () => void
}

/** One question with its options (spec §2: nested). */
export function QuestionCard({ question, step, mayWrite, onEdit, onDelete }: QuestionCardProps) {
  const { row, handle } = useMove(question.id)
  const isExtra = question.key === null
  const { questionText, giftText, hint, questionType, answerOptions } = question
  return (
    <li className={isExtra ? 'question question-extra' : 'question'} {...row}>
      <div className="question-top">
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
          {isExtra && (
            <button className="text-btn" type="button" onClick={onDelete}>
              Delete<span className="sr"> {questionText}</span>
            </button>
          )}
        </div>
      )}
    </li>
  )
}
