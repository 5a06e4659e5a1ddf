import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountContractName, AccountReply, AccountSent } from '../../../domain/account/contracts.ts'
import type { SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { useShop } from '../../shop/use-shop.ts'
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

/** For visitors from the returns page whose order hasn't shipped anything yet. */
export function NothingSent() {
  const { supportEmail } = useShop()
  const belts = useSentBelts().data
  const order = orderToExchange()
  if (!order || !belts || belts.some(({ orderNumber }) => orderNumber === order)) return null
  return (
    <p className="alert">
      No belt of order {order} has shipped yet, so there’s nothing to return, exchange or repair. Questions?
      Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
    </p>
  )
}
