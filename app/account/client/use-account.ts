import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type AccountContractName,
  type AccountReply,
  type AccountSent,
  accountContracts,
} from '../../../domain/account/contracts.ts'
import { ApiError, sendCall } from '../../browser/call-api.ts'
import { withFreshLink } from './fresh-link.tsx'

/** The whole member's page is one query under this key. */
const accountKey = ['account']

/** Sends a call of the member's page; if it needs a fresh link, asks for one without losing what was typed. */
export async function callAccount<Name extends AccountContractName>(
  name: Name,
  input: AccountSent<Name>,
): Promise<AccountReply<Name>> {
  const send = () => sendCall(accountContracts[name], input as never)
  return (await (name === 'readMember' ? send() : asMember(send))) as AccountReply<Name>
}

let onSignedOut: (() => void) | null = null

/** The same for any other request of a member. If the session is over, the page is read again, and says so. */
export async function asMember<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await withFreshLink(send)
  } catch (error) {
    if (isSignedOut(error)) onSignedOut?.()
    throw error
  }
}

/** Reads the page again, and with it whether anyone is signed in, after a call that found the session over. */
export function useSessionEnd() {
  const client = useQueryClient()
  useEffect(() => {
    onSignedOut = () =>
      void client.invalidateQueries({ queryKey: accountKey, exact: true }, { cancelRefetch: false })
    return () => {
      onSignedOut = null
    }
  }, [client])
}

/** Refetches on focus, because months pass while the page is open. */
export function newAccountClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 60_000 },
      // Offline, a change fails at once. It would wait otherwise, and be made later though it was given up.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The memberships of the signed-in address, or null. */
export function useAccount(isEnabled = true) {
  return useQuery<AccountReply<'readMember'> | null>({
    queryKey: accountKey,
    enabled: isEnabled,
    queryFn: () =>
      callAccount('readMember', {}).catch((error: unknown) => {
        if (isSignedOut(error)) return null
        throw error
      }),
  })
}

/** Whether a call failed because this browser isn't signed in, or not anymore. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

function useReadAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: accountKey })
}

/** A mutation. The page is refetched afterwards, even if it failed: then the page was out of date. */
export function useAccountChange<Name extends AccountContractName>(name: Name) {
  const readAgain = useReadAgain()
  return useMutation<AccountReply<Name>, Error, AccountSent<Name>>({
    mutationFn: (input) => callAccount(name, input),
    onSuccess: readAgain,
    onError: () => void readAgain(),
  })
}

/** The server's sentence for an error, or a general one. */
export function sentenceOf(error: unknown): string {
  const sentence = error instanceof ApiError && error.sentence
  return sentence || 'We couldn’t reach the shop. Try again in a moment. Nothing happens twice.'
}
