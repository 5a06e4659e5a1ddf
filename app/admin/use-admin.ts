import { keepPreviousData, type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminCallName, AdminReply, AdminSent } from '../../domain/admin/calls.ts'
import { addressOf, callAdmin } from './call-admin.ts'

/**
 * What a GET of the desk answers; kept until something changes it. The key is the address (spec §7).
 * @param options.keeps a list that is narrowed or turned stays on the screen until the next one is there
 * @param options.lookAgain milliseconds until it is read again, for work that goes on at the server; a look that fails
 * is followed by the next one
 */
export function useAdmin<Name extends AdminCallName>(
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
 * @param options.inTurn one is sent when the one before is answered: of two on a slow line the later must count
 */
export function useChange<Name extends AdminCallName>(
  name: Name,
  options: {
    changes?: string[]
    inTurn?: boolean
    onSuccess?: (reply: AdminReply<Name>, input: AdminSent<Name>) => void
    onError?: (error: Error, input: AdminSent<Name>) => void
  } = {},
) {
  const readAgain = useReadAgain()
  return useMutation<AdminReply<Name>, Error, AdminSent<Name>>({
    mutationFn: (input) => callAdmin(name, input),
    ...(options.inTurn ? { scope: { id: name } } : {}),
    onSuccess: async (reply, input) => {
      if (options.changes) await readAgain(...options.changes)
      options.onSuccess?.(reply, input)
    },
    ...(options.onError ? { onError: options.onError } : {}),
  })
}
