import { useEffect, useRef } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { addressOf } from '../call-admin.ts'
import { useAdmin, useChange, useReadAgain } from '../use-admin.ts'
import { dropAddresses } from './drop-addresses.ts'
import { tellFailure } from './told.ts'

/** Milliseconds between looks at a run; nothing is asked while none runs (spec §9: no polling). */
const look = 400

const lookAgain = (reply: AdminReply<'readCuration'> | undefined) =>
  reply?.run?.state === 'running' ? look : false

/** The last curation of a drop, how far it is, and how to begin one. When it ends, what it changed is read again. */
export function useCuration(drop: string) {
  const query = useAdmin('readCuration', { drop }, { lookAgain })
  const readAgain = useReadAgain()
  const run = query.data?.run ?? null
  const isRunning = run?.state === 'running'
  const seen = useRef<string | null>(null)
  const { dataUpdatedAt } = query
  const start = useChange('startCuration', {
    onSuccess: () => {
      seen.current = 'running'
      void readAgain(addressOf('readCuration', { drop }))
    },
    onError: tellFailure,
  })
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    const end = isRunning ? 'running' : `ended ${run?.id}`
    // A small drop is done before one has looked once: another run than the one seen before has ended as well.
    if (seen.current !== null && seen.current !== end && !isRunning) void readAgain(...dropAddresses)
    seen.current = end
  }, [isRunning, run?.id, dataUpdatedAt, readAgain])
  return { run, isRunning: isRunning || start.isPending, start: () => start.mutate({ drop }) }
}
