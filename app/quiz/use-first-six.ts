import { useEffect, useState } from 'react'
import type { Reply } from '../../domain/api.ts'
import type { QuizAnswers } from '../../domain/quiz.ts'
import { callApi } from '../browser/call-api.ts'

/** What the belts are chosen by. */
export type Preferences = Pick<QuizAnswers, 'gender' | 'size' | 'styles'>

export type FirstBelts = Reply<'firstSix'>['belts']

/** null until the first reply; 'none' if it failed. Earlier belts stay until new ones arrive. */
export function useFirstSix({ gender, size, styles }: Preferences): FirstBelts | null | 'none' {
  const [belts, setBelts] = useState<FirstBelts | null | 'none'>(null)
  const chosen = styles.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new at every render, so its text is compared
  useEffect(() => {
    let isGone = false
    if (!gender || !size) return
    callApi('firstSix', { gender, size, styles: [...styles] }).then(
      (reply) => !isGone && setBelts(reply.belts),
      () => !isGone && setBelts((before) => before ?? 'none'),
    )
    return () => {
      isGone = true
    }
  }, [gender, size, chosen])
  return belts
}
