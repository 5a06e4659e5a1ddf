import { stopOf } from '../../domain/sale-stop.ts'
import { stopSentence } from '../../domain/sale-stop-words.ts'
import { useShop } from '../shop/use-shop.ts'
import type { StepProps } from './use-quiz.ts'

/** Says that what was chosen so far can't be bought for now, and from when it can. */
export function StopNote({ answers, today }: Pick<StepProps, 'answers' | 'today'>) {
  const { plans, stops = [] } = useShop()
  const { selectedPlan: planId, styles, size } = answers
  const stop = stopOf(stops, { planId, styles, size }, today)
  return <div role="status">{stop && <p>{stopSentence(stop, plans)}</p>}</div>
}
