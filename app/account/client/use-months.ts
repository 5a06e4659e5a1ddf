import { addDrops, type Drop, dropName, dropsBetween } from '../../../domain/drop.ts'
import type { MembershipView, OutcomeView } from '../../../domain/membership-view.ts'
import { useToday } from '../../shop/use-shop.ts'
import type { Notice } from './notice.tsx'
import { monthsLabel, outcomeLabel } from './outcome-labels.ts'
import { sentenceOf, useAccountChange } from './use-account.ts'

export type Months = {
  isBusy: boolean
  skip: (drop: Drop) => void
  pause: (until: Drop) => void
  resume: () => void
  cancel: () => void
  undo: () => void
}

/** Skip, pause, resume and cancel; each then reports the dates it led to. */
export function useMonths(membership: MembershipView, onDone: (notice: Notice) => void): Months {
  const today = useToday()
  const { id, isGift, next } = membership
  const skip = useAccountChange('skipNextBox')
  const pause = useAccountChange('pauseBoxes')
  const resume = useAccountChange('resumeBoxes')
  const cancel = useAccountChange('cancelMembership')
  const undo = useAccountChange('undoCancellation')
  const onError = (error: Error) => onDone({ words: sentenceOf(error), isBad: true })
  const say = (words: (now: string) => string) => ({
    onSuccess: (after: MembershipView) =>
      onDone({ words: words(outcomeLabel(outcomeOf(after), isGift, today)) }),
    onError,
  })
  return {
    isBusy: [skip, pause, resume, cancel, undo].some(({ isPending }) => isPending),
    skip: (drop) =>
      skip.mutate(
        { id, drop },
        say((now) => `${dropName(drop)} is skipped: ${now}.`),
      ),
    pause(until) {
      const from = next?.drop ?? until
      const left = Array.from({ length: dropsBetween(from, until) }, (_, index) => addDrops(from, index))
      pause.mutate(
        { id, from, until },
        say((now) => `${monthsLabel(left)} ${left.length === 1 ? 'is' : 'are'} skipped: ${now}.`),
      )
    },
    resume: () =>
      resume.mutate(
        { id },
        say((now) => `Your belts are back on: ${now}.`),
      ),
    cancel: () =>
      cancel.mutate({ id }, { onSuccess: () => onDone({ words: 'Canceled, as you asked.' }), onError }),
    undo: () =>
      undo.mutate(
        { id },
        say((now) => `Your membership continues: ${now}.`),
      ),
  }
}

function outcomeOf({ next, money, lastDrop }: MembershipView): OutcomeView {
  return { nextDrop: next?.drop ?? null, nextChargeOn: money?.nextChargeOn ?? null, lastDrop }
}
