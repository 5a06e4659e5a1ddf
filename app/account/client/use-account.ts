import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AccountContractName,
  type AccountReply,
  type AccountSent,
  accountContracts,
} from '../../../domain/account/contracts.ts'
import { ApiError, sendCall } from '../../browser/call-api.ts'
import { withFreshLink } from './fresh-link.tsx'

/** Everything on the member's page is one answer, kept under this key. */
const accountKey = ['account']

/** Sends one call of the member's page; where it asks for a fresh link, so does the page, over whatever was typed. */
export async function callAccount<Name extends AccountContractName>(
  name: Name,
  input: AccountSent<Name>,
): Promise<AccountReply<Name>> {
  return (await withFreshLink(() => sendCall(accountContracts[name], input as object))) as AccountReply<Name>
}

/** A page left open shows what is true again as soon as its reader comes back to it: months pass by themselves. */
export function newAccountClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000 }, mutations: { retry: false } },
  })
}

/** The memberships of whoever is signed in; null: nobody is. */
export function useAccount(isEnabled = true) {
  return useQuery<AccountReply<'readMember'> | null>({
    queryKey: accountKey,
    enabled: isEnabled,
    queryFn: () =>
      callAccount('readMember', {}).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }),
  })
}

/** Reads the page again. */
function useReadAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: accountKey })
}

/** A call that changes something; the page is read again behind it, also where it was refused: then it was out of date. */
export function useAccountChange<Name extends AccountContractName>(name: Name) {
  const readAgain = useReadAgain()
  return useMutation<AccountReply<Name>, Error, AccountSent<Name>>({
    mutationFn: (input) => callAccount(name, input),
    onSuccess: readAgain,
    onError: () => void readAgain(),
  })
}

/** What to tell about an error: the server's sentence, else these words. */
export function sentenceOf(error: unknown): string {
  const sentence = error instanceof ApiError && error.sentence
  return sentence || 'We got no answer. Look again in a moment: nothing is done twice.'
}
