import type { AdminContractName, AdminReply, AdminSent } from '../../../domain/admin/contracts.ts'
import { toastError, useChange } from '../client/use-admin.ts'

type QuizChange = Extract<
  AdminContractName,
  | 'createQuizQuestion'
  | 'deleteQuizQuestion'
  | 'orderQuizQuestions'
  | 'publishQuiz'
  | 'draftQuizFrom'
  | 'discardQuizDraft'
>

/** Everything that shows the quiz is fetched again after a change. */
export const quizAddresses = ['/api/admin/quiz-questions']

export function toastQuizError(error: Error) {
  toastError(error, 'We couldn’t change the quiz. Try again.')
}

/** A mutation of the quiz; its lists are fetched again, and a refusal is shown. */
export function useQuizChange<Name extends QuizChange>(
  name: Name,
  options: {
    onSuccess?: (reply: AdminReply<Name>, input: AdminSent<Name>) => void
    onError?: (error: Error) => void
  } = {},
) {
  return useChange(name, {
    changes: quizAddresses,
    ...(options.onSuccess ? { onSuccess: options.onSuccess } : {}),
    onError(error) {
      options.onError?.(error)
      toastQuizError(error)
    },
  })
}
