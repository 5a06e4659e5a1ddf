import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AccountReply } from '../../../domain/account/contracts.ts'
import { formatCents } from '../../../domain/money.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFocusAfter } from '../../ui/dialog.tsx'
import { callAccount, sentenceOf } from '../client/use-account.ts'
import './exchanges.css'

const key = ['credit']

/** Store credit, if there is any. Its amount reveals what a giver paid, so it's shown only on request. */
export function CreditSection() {
  const client = useQueryClient()
  const [amount, setAmount] = useState<AccountReply<'readCreditAmount'> | null>(null)
  const credit = useQuery({ queryKey: key, queryFn: () => callAccount('readCredit', {}) })
  const make = useMutation({
    mutationFn: () => callAccount('makeCreditCode', {}),
    onSuccess: (made) => {
      setAmount(null)
      client.setQueryData(key, made)
    },
  })
  const show = useMutation({
    mutationFn: () => callAccount('readCreditAmount', {}),
    onSuccess: setAmount,
  })
  const section = useRef<HTMLElement>(null)
  useFocusAfter(section, amount ?? credit.data)
  if (!credit.data || (!credit.data.isThere && credit.data.codes.length === 0)) return null
  const { isThere, codes } = credit.data
  const error = make.error ?? show.error
  return (
    <section className="account-credit" ref={section} tabIndex={-1} aria-labelledby="account-credit">
      <h2 className="account-h" id="account-credit">
        Store credit
      </h2>
      <dl className="account-rows">
        {isThere && (
          <div>
            <dt>Yours</dt>
            <dd>Good for your next order. It doesn’t expire.</dd>
            <dd>
              <BusyButton className="btn btn-2" isBusy={make.isPending} onClick={() => make.mutate()}>
                Turn it into a code
              </BusyButton>
            </dd>
          </div>
        )}
        {codes.map((code) => (
          <div key={code}>
            <dt>Your code</dt>
            <dd>
              <b className="num credit-code">{code}</b>
              <small className="note">
                Enter it at checkout with your own email. It works once, and whatever’s left comes back here.
              </small>
            </dd>
            <dd>
              <Link className="btn btn-3" to="/#build-your-profile">
                Choose belts
              </Link>
            </dd>
          </div>
        ))}
        <div>
          <dt>Amount</dt>
          <dd role="status">
            {amount ? amountLabel(amount) : 'Hidden, so it doesn’t give away what your gift cost.'}
          </dd>
          <dd>
            {!amount && (
              <BusyButton className="btn btn-3" isBusy={show.isPending} onClick={() => show.mutate()}>
                Show the amount
              </BusyButton>
            )}
          </dd>
        </div>
      </dl>
      {error && <p role="alert">{sentenceOf(error)}</p>}
    </section>
  )
}

function amountLabel({ balanceCents, codesCents }: AccountReply<'readCreditAmount'>): string {
  return [
    ...(balanceCents > 0 ? [formatCents(balanceCents)] : []),
    ...(codesCents > 0 ? [`${formatCents(codesCents)} as a code`] : []),
  ].join(', and ')
}
