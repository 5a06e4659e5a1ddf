import { useState } from 'react'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import type { ExchangeRemedy } from '../../../domain/exchange.ts'
import { formatCents } from '../../../domain/money.ts'
import { giverDays } from '../../../domain/warranty.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { useAdmin } from '../client/use-admin.ts'
import { AskDialog, ConfirmDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { givenLabel } from './exchange-labels.ts'
import { useExchangeChange } from './use-exchange-change.ts'

type DialogProps = { exchange: ExchangeRow; onClose: () => void }

/** Decides a warranty claim, with the rule's proposal preselected. */
export function DecideDialog({ exchange, onClose }: DialogProps) {
  const { id: exchangeId, boxId, claim, isGift } = exchange
  const [remedy, setRemedy] = useState<ExchangeRemedy>(claim?.proposed?.remedy ?? 'replacement')
  const { piece, fields, nothing } = useReplacementChoice(boxId)
  const decide = useExchangeChange('decideClaim', 'Decided, and they’ve been emailed', onClose)
  const isReady = remedy !== 'replacement' || piece !== null
  const amount = formatCents(exchange.valueCents ?? 0)
  const then: Record<ExchangeRemedy, string> = {
    replacement: 'We set it aside now. They keep the broken one.',
    repair: 'They get a prepaid label. Repair the belt when it’s here, then ship it home.',
    refund:
      isGift && claim?.wish !== 'refund'
        ? `The giver decides: their card, or store credit for the recipient. If they don’t answer in ${giverDays} days, it goes to their card.`
        : `${amount} goes back the way it was paid, with its share of the tax. It can’t be undone.`,
    credit: `The recipient gets ${amount}. The email doesn’t say how much.`,
  }
  return (
    <AskDialog
      title={`Decide ${exchange.number}`}
      action={`Give ${givenLabel[remedy].toLowerCase()}`}
      isBusy={!isReady || decide.isPending}
      onClose={onClose}
      onConfirm={() =>
        decide.mutate(remedy === 'replacement' ? { exchangeId, remedy, ...piece! } : { exchangeId, remedy })
      }
    >
      {claim?.proposed && (
        <p>
          Proposed: {givenLabel[claim.proposed.remedy].toLowerCase()}. {claim.proposed.why}
        </p>
      )}
      <div className="fields exchange-begin">
        <SelectField
          label="What we give"
          value={remedy}
          onChange={setRemedy}
          options={(claim?.remedies ?? []).map((each) => [each, givenLabel[each]] as const)}
        />
        {remedy === 'replacement' && fields}
      </div>
      {remedy === 'replacement' && nothing}
      <p>{then[remedy]}</p>
    </AskDialog>
  )
}

/** Declines a claim, with the reason that the member reads. */
export function DeclineDialog({ exchange, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const decline = useExchangeChange('declineClaim', 'Declined, and they’ve been emailed', onClose)
  return (
    <ConfirmDialog
      title={`Decline ${exchange.number}?`}
      action="Decline it"
      wayOut="Never mind"
      isBusy={decline.isPending || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() => decline.mutate({ exchangeId: exchange.id, reason })}
    >
      <p>
        {exchange.state === 'received' ? 'Send the belt back to them. ' : ''}They can ask again while it’s
        under warranty.
      </p>
      <TextArea
        label="Why (the member reads this)"
        name="reason"
        rows={4}
        maxLength={1000}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}

/** Marks a belt as repaired. */
export function RepairedDialog({ exchange, onClose }: DialogProps) {
  const repaired = useExchangeChange('markRepaired', 'Fixed. Ship it home next', onClose)
  return (
    <AskDialog
      title={`Is ${exchange.number} fixed?`}
      action="It’s fixed"
      isBusy={repaired.isPending}
      onClose={onClose}
      onConfirm={() => repaired.mutate({ exchangeId: exchange.id })}
    >
      <p>Ship it home next. That’s when we email {exchange.member || 'the member'}.</p>
    </AskDialog>
  )
}

/** Chooses a belt and size in stock to send for a box: the same again if possible. */
export function useReplacementChoice(boxId: string) {
  const [chosenBelt, setBelt] = useState('')
  const [chosenSize, setSize] = useState('')
  const options = useAdmin('listReplacements', { boxId })
  const belts = (options.data?.belts ?? []).filter(({ sizes }) => sizes.length > 0)
  const belt = belts.find((each) => each.id === chosenBelt) ?? belts[0]
  const size =
    [chosenSize, options.data?.size ?? ''].find((each) => belt?.sizes.includes(each)) ?? belt?.sizes[0]
  const piece = belt && size ? { productId: belt.id, size } : null
  const fields = belts.length > 0 && (
    <>
      <SelectField
        label="Belt"
        value={belt?.id ?? ''}
        onChange={setBelt}
        options={belts.map((each) => [each.id, each.name] as const)}
      />
      <SelectField
        label="Size"
        value={size ?? ''}
        onChange={setSize}
        options={(belt?.sizes ?? []).map((each) => [each, each] as const)}
      />
    </>
  )
  const nothing = options.data && belts.length === 0 && (
    <p role="status">No belt of this drop is left that this member hasn’t had.</p>
  )
  return { piece, fields, nothing }
}
