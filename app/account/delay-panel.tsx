import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DelayView } from '../../domain/account/delay-contracts.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import type { DelayAnswer } from '../../domain/delay.ts'
import { dropName } from '../../domain/drop.ts'
import { callName } from '../../domain/slug.ts'
import { refundTime } from '../../domain/term-words.ts'
import { useToday } from '../shop/use-shop.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { type Notice, NoticeLine } from './client/notice.tsx'
import { callAccount, sentenceOf } from './client/use-account.ts'

const key = ['account', 'delays']

/** Belts that can't ship on time: wait or get a refund. Hidden when none is late. */
export function DelayPanel() {
  const [notice, setNotice] = useState<Notice | null>(null)
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await callAccount('listDelays', {})).delays,
  })
  if (!data || (data.length === 0 && !notice)) return null
  return (
    <section className="sheet delays" aria-label="Late belts">
      {data.length > 0 && (
        <p className="lead">{data.length === 1 ? 'A belt is late' : 'Some belts are late'}</p>
      )}
      <NoticeLine notice={notice} />
      {data.map((delay) => (
        <Delay key={delay.id} delay={delay} onDone={setNotice} />
      ))}
    </section>
  )
}

type DelayProps = { delay: DelayView; onDone: (notice: Notice) => void }

function Delay({ delay, onDone }: DelayProps) {
  const today = useToday()
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { id, drop, recipientName, wasDay, newDay, silence, refundAfter, answer } = delay
  const belt = `${dropName(drop)}’s belt`
  const gift = recipientName === null ? '' : `, your gift to ${callName(recipientName) || 'someone'},`
  const send = useMutation({
    mutationFn: (chosen: DelayAnswer) => callAccount('answerDelay', { delayId: id, answer: chosen }),
    onSuccess: (reply, chosen) => {
      client.setQueryData(key, reply.delays)
      onDone({
        words:
          chosen === 'wait'
            ? `Thanks for waiting. We’ll email you when ${belt} ships.`
            : `We’re refunding ${belt}. Allow ${refundTime}.`,
      })
      if (chosen === 'refund') void client.invalidateQueries({ queryKey: ['account'] })
    },
    onError: (error) => {
      showToast({ title: 'Not saved', description: sentenceOf(error), destructive: true })
      void client.invalidateQueries({ queryKey: key })
    },
  })
  return (
    <div className="delay">
      <p>
        {[
          `${belt}${gift} was promised by ${formatDay(wasDay, today)}.`,
          newDay ? `It ships by ${formatDay(newDay, today)}.` : 'We don’t know its new day yet.',
          answer === 'wait'
            ? 'You said you’ll wait.'
            : silence === 'wait'
              ? 'If you say nothing, we’ll keep it for you.'
              : `If you say nothing by ${formatDay(refundAfter!, today)}, we’ll refund it.`,
        ].join(' ')}
      </p>
      <p className="delay-acts">
        {answer !== 'wait' && (
          <BusyButton className="btn btn-1" isBusy={send.isPending} onClick={() => send.mutate('wait')}>
            I’ll wait
          </BusyButton>
        )}
        <BusyButton
          className={isAsked ? 'btn btn-1' : 'btn btn-2'}
          isBusy={send.isPending}
          onClick={() => (isAsked ? send.mutate('refund') : setAsked(true))}
        >
          {isAsked ? 'Yes, refund it' : 'Refund this belt'}
        </BusyButton>
      </p>
    </div>
  )
}
