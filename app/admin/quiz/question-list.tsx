import type { QuestionView } from '../../../domain/admin/quiz-calls.ts'
import { isQuizOrder } from '../../../domain/quiz-rules.ts'
import { showToast } from '../../ui/toast-store.ts'
import { SortableList } from '../sortable/sortable-list.tsx'
import { QuestionCard } from './question-card.tsx'
import { useQuizChange } from './use-quiz-change.ts'

type QuestionListProps = {
  questions: QuestionView[]
  mayWrite: boolean
  onEdit: (question: QuestionView) => void
  onDelete: (question: QuestionView) => void
}

/** The questions in their order: the six steps, and extra questions under the step that shows them. */
export function QuestionList({ questions, mayWrite, onEdit, onDelete }: QuestionListProps) {
  const order = useQuizChange('orderQuizQuestions')
  function onOrder(ids: string[]) {
    const keys = ids.map((id) => questions.find((question) => question.id === id)?.key ?? null)
    if (isQuizOrder(keys)) return order.mutate({ ids })
    const description =
      'The six steps keep their order. An extra question stands under the second step or a later one.'
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
