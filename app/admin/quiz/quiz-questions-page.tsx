import { useState } from 'react'
import type { QuestionView } from '../../../domain/admin/quiz-calls.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { QuestionList } from './question-list.tsx'
import { QuizFunnel } from './quiz-funnel.tsx'
import './quiz-questions.css'
import { VersionBar } from './version-bar.tsx'

type Open = { doing: 'edit'; question: QuestionView | null } | { doing: 'delete'; question: QuestionView }

/** Spec §2 "Quiz Questions": the list with nested options, and the writing that it left unwired, in versions. */
export default function QuizQuestionsPage() {
  const staff = useStaff()
  /** undefined: the version that is edited */
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
          <div className="quiz-desk">
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
