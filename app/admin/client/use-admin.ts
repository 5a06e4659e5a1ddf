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

/** Who is signed in, and what they may do: screens hide what the server would refuse. */
export function useStaff() {
  const staff = useContext(StaffContext)
  if (!staff) throw new Error('only inside the signed-in desk')
  return { ...staff, may: (call: AdminContractName) => may(staff.staffRole, call) }
}

/**
 * What a GET of the desk answers; kept until something changes it. The key is the address (spec §7).
 * @param options.keeps a list that is narrowed or turned stays on the screen until the next one is there
 * @param options.lookAgain milliseconds until it is read again, for work that goes on at the server; a look that fails
 * is followed by the next one
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

/** Forgets what was read under these addresses and all below them, so that the screens read it again. */
export function useReadAgain() {
  const client = useQueryClient()
  return async (...prefixes: string[]) => {
    const which = {
      predicate: ({ queryKey }: Query) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)),
    }
    // A first answer still on its way would be taken for the new one, and was written before the change.
    await client.cancelQueries(which)
    await client.invalidateQueries(which)
  }
}

/**
 * A call that changes something; afterwards all that was read under `changes` (prefixes of addresses) is read again.
 * The same once more while it's under way is a double click, and isn't sent.
 * @param options.inTurn one is sent when the one before is answered: of two on a slow line the later must count
 */
export function useChange<Name extends AdminContractName>(
  name: Name,
  options: {
    changes?: string[]
    inTurn?: boolean
    onSuccess?: (reply: AdminReply<Name>, input: AdminSent<Name>) => void
    onError?: (error: Error, input: AdminSent<Name>) => void
  } = {},
) {
  const readAgain = useReadAgain()
  const last = useRef<{ words: string; reply: Promise<AdminReply<Name>> } | null>(null)
  return useMutation<AdminReply<Name>, Error, AdminSent<Name>>({
    mutationFn: (input) => {
      const words = JSON.stringify(input)
      if (last.current?.words === words) return last.current.reply
      const sent = { words, reply: callAdmin(name, input) }
      last.current = sent
      const forget = () => {
        if (last.current === sent) last.current = null
      }
      sent.reply.then(forget, forget)
      return sent.reply
    },
    ...(options.inTurn ? { scope: { id: name } } : {}),
    onSuccess: async (reply, input) => {
      if (options.changes) await readAgain(...options.changes)
      options.onSuccess?.(reply, input)
    },
    ...(options.onError ? { onError: options.onError } : {}),
  })
}

/**
 * Sends one call of the owner's desk with credentials (spec §7); where it asks again who is here, so does the screen.
 * @throws ApiError on any answer that is not a success, and when no answer comes
 */
export async function callAdmin<Name extends AdminContractName>(
  name: Name,
  input: AdminSent<Name>,
): Promise<AdminReply<Name>> {
  const send = async () => (await sendCall(adminContracts[name], input as object)) as AdminReply<Name>
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'confirm_first' && (await confirmSelf())) return send()
    throw error
  }
}

/** Path and query of a call with this input: also the address of a download, and the key under which a GET is kept. */
export function addressOf<Name extends AdminContractName>(name: Name, input: AdminSent<Name>): string {
  return callAddress(adminContracts[name], input as object)
}

/** What to tell about an error: the server's sentence, else the given words of spec §8. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.sentence) || otherwise
}

/** Shows a failure as a toast: the server's sentence, or the given one. */
export function toastError(error: unknown, otherwise: string) {
  showToast({ title: 'Error', description: sentenceOf(error, otherwise), destructive: true })
}

export const toastNothingChanged = (error: unknown) => toastError(error, 'Nothing was changed. Try again.')
