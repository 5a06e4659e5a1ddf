import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountContractName, AccountReply, AccountSent } from '../../../domain/account/contracts.ts'
import type { SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { callAccount } from '../client/use-account.ts'

const key = ['sent-belts']

/** The belts sent so far and what can be done with each: one query for the whole page. */
export function useSentBelts() {
  return useQuery<SentBelt[]>({
    queryKey: key,
    queryFn: async () => (await callAccount('listSentBelts', {})).belts,
  })
}

type BeltContract = Extract<
  AccountContractName,
  'requestExchange' | 'cancelExchange' | 'answerOffer' | 'giveFeedback'
>

/** A mutation that returns the belt's new state; after an error the page was out of date and is refetched. */
export function useBeltChange<Name extends BeltContract>(name: Name) {
  const client = useQueryClient()
  return useMutation<AccountReply<Name>, Error, AccountSent<Name>>({
    mutationFn: (input) => callAccount(name, input),
    onSuccess: (reply) => {
      const { belt } = reply as { belt: SentBelt }
      client.setQueryData<SentBelt[]>(key, (known) =>
        known?.map((each) => (each.boxId === belt.boxId ? belt : each)),
      )
    },
    onError: () => void client.invalidateQueries({ queryKey: key }),
  })
}

/** The order named in a link from the returns page, `/account?exchange=BC-…`, or null. */
export function orderToExchange(): string | null {
  return new URLSearchParams(window.location.search).get('exchange')
}
