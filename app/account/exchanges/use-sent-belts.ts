import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountContractName, AccountReply, AccountSent } from '../../../domain/account/contracts.ts'
import type { SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { callAccount } from '../client/use-account.ts'

const key = ['sent-belts']

/** The belts that were sent, with what may be done with each: one question for the whole page. */
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

/** A call that answers with the belt as it is then; where it was refused, the page was out of date and is read again. */
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

/** The order of a link that the returns page had sent: `/account?exchange=BC-…`; null without one. */
export function orderToExchange(): string | null {
  return new URLSearchParams(window.location.search).get('exchange')
}
