import { keepPreviousData, type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import {
  type AdminContractName,
  type AdminReply,
  type AdminSent,
  adminContracts,
} from '../../../domain/admin/contracts.ts'
import { may } from '../../../domain/admin/permissions.ts'
import { ApiError, callAddress, sendCall } from '../../browser/call-api.ts'
import { showToast } from '../../ui/toast-store.ts'
import { confirmSelf } from './confirm-self.tsx'

type SignedInStaff = AdminReply<'me'>['user']

export const StaffContext = createContext<SignedInStaff | null>(null)

/** The signed-in person and what they may do: screens hide what the server would refuse. */
export function useStaff() {
  const staff = useContext(StaffContext)
  if (!staff) throw new Error('only inside the signed-in admin')
  return { ...staff, may: (call: AdminContractName) => may(staff.staffRole, call) }
}

/**
 * Runs a GET of the admin API, cached until something changes it. The query key is the URL (spec §7).
 * @param options.keeps a filtered or paged list stays on screen until the next one has loaded
 * @param options.lookAgain milliseconds until the next fetch, for work in progress on the server; continues after a
 * failed fetch
 */
export function useAdmin<Name extends AdminContractName>(
  name: Name,
  input: AdminSent<Name>,
  {
    keeps = false,
    lookAgain,
    ...options
  }: {
    enabled?: boolean
    keeps?: boolean
    lookAgain?: (reply: AdminReply<Name> | undefined) => number | false
  } = {},
) {
  return useQuery<AdminReply<Name>>({
    queryKey: [addressOf(name, input)],
    ...(keeps ? { placeholderData: keepPreviousData } : {}),
    ...(lookAgain ? { refetchInterval: ({ state }) => lookAgain(state.data) } : {}),
    ...options,
  })
}

/**
 * Fetches again what screens show of these URL prefixes. Whatever else was fetched is fetched again once its screen is
 * opened: a box that ships changes its order, its person and what is due, too.
 */
export function useReadAgain() {
  const client = useQueryClient()
  return async (...prefixes: string[]) => {
    const which = {
      predicate: ({ queryKey }: Query) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)),
    }
    // Otherwise a first fetch still under way would count as the new one, although it predates the change.
    await client.cancelQueries(which)
    await client.invalidateQueries({ refetchType: 'none' })
    await client.invalidateQueries(which)
  }
}

/**
 * A mutation; afterwards everything fetched under `changes` (URL prefixes) is fetched again. The same call again
 * while it's under way is a double click and isn't sent.
 * @param options.inTurn sends one at a time, so that on a slow line the later one wins
 */
export function useChange<Name extends AdminContractName>(
  name: Name,
  options: {
    changes?: string[]
    inTurn?: boolean
    onSuccess?: (reply: AdminReply<Name>, input: AdminSent<Name>) => void
    onError?: (error: Error, input: AdminSent<Name>) => void
    /** the gift is over their day, so an owner was asked: not a failure, and nothing more to do here */
    onAsked?: () => void
  } = {},
) {
  const readAgain = useReadAgain()
  const last = useRef<{ words: string; file: unknown; reply: Promise<AdminReply<Name>> } | null>(null)
  return useMutation<AdminReply<Name>, Error, AdminSent<Name>>({
    mutationFn: (input) => {
      const words = JSON.stringify(input)
      // A file has no words of its own.
      const { file } = input as { file?: unknown }
      if (last.current?.words === words && last.current.file === file) return last.current.reply
      const sent = { words, file, reply: callAdmin(name, input) }
      last.current = sent
      const forget = () => {
        if (last.current === sent) last.current = null
      }
      sent.reply.then(forget, forget)
      return sent.reply
    },
    ...(options.inTurn ? { scope: { id: name } } : {}),
    onSuccess: async (reply, input) => {
      if (options.changes?.length) await readAgain(...options.changes)
      options.onSuccess?.(reply, input)
    },
    onError: (error, input) => {
      if (!isAsked(error)) return options.onError?.(error, input)
      void readAgain('/api/admin/promises', '/api/admin/approvals')
      showToast({ title: 'It waits for a second person', description: sentenceOf(error, '') })
      options.onAsked?.()
    },
  })
}

/**
 * Sends a call of the admin API with credentials (spec §7). If the API asks for the password again, so does the screen.
 * @throws ApiError on any response but a success, and without a response
 */
export async function callAdmin<Name extends AdminContractName>(
  name: Name,
  input: AdminSent<Name>,
): Promise<AdminReply<Name>> {
  const send = () => sendCall(adminContracts[name], input as never) as Promise<AdminReply<Name>>
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'confirm_first' && (await confirmSelf())) return send()
    throw error
  }
}

/** Whether a change wasn't made yet, because an owner has been asked to agree. */
export const isAsked = (error: unknown) => error instanceof ApiError && error.code === 'needs_owner'

/** The path and query of a call: also the URL of a download and the query key of a GET. */
export function addressOf<Name extends AdminContractName>(name: Name, input: AdminSent<Name>): string {
  return callAddress(adminContracts[name], input as object)
}

/** The server's sentence for an error, or else the given words of spec §8. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.sentence) || otherwise
}

/** Shows a failure as a toast: the server's sentence, or the given one. */
export function toastError(error: unknown, otherwise: string) {
  showToast({ title: 'Error', description: sentenceOf(error, otherwise), destructive: true })
}

/**
 * What became of a change that failed: the server's sentence, or ours. Without an answer from the shop itself (lost on the
 * way, or a proxy's 502 to 504), nobody knows whether it was made.
 */
export function failedChange(
  error: unknown,
  refused = 'Nothing was changed. Try again.',
  lost = 'The shop’s answer got lost. Reload the page to see if this was saved.',
): string {
  const isRefused = error instanceof ApiError && error.status > 0 && error.status < 502
  return sentenceOf(error, isRefused ? refused : lost)
}

export const toastFailedChange = (error: unknown) =>
  showToast({ title: 'Error', description: failedChange(error), destructive: true })

/** The same in words of its own. */
export const toastUnmade = (error: unknown, refused: string, lost?: string) =>
  showToast({ title: 'Error', description: failedChange(error, refused, lost), destructive: true })
