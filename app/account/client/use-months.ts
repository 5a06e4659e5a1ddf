import { type CalendarDate, formatDay } from '../../../domain/calendar-date.ts'
import { addDrops, type Drop, dropName, dropsBetween, dropTitle } from '../../../domain/drop.ts'
import type { MembershipView, OutcomeView } from '../../../domain/membership-view.ts'
import { useToday } from '../../shop/use-shop.ts'
import type { Notice } from './notice.tsx'
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

/** "your next belt is January's, the next charge is January 21": what a skip, pause or resume leads to. */
export function outcomeLabel(outcome: OutcomeView, isGift: boolean, today: CalendarDate): string {
  const { nextDrop, nextChargeOn, lastDrop } = outcome
  const parts = [
    nextDrop && `your next belt is ${dropName(nextDrop)}’s`,
    nextChargeOn && `the next charge is ${formatDay(nextChargeOn, today)}`,
    isGift && lastDrop && lastDrop !== nextDrop && `the last one is ${dropTitle(lastDrop)}’s`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** "December", "December and January", "December, January and February": the months that a pause skips. */
export function monthsLabel(drops: Drop[]): string {
  const names = drops.map(dropName)
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** The panel that is open below a membership's buttons. */
export type Panel = 'pause' | 'taste' | 'plan' | 'cancel'
