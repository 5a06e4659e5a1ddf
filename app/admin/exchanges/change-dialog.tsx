import { useState } from 'react'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import type { ExchangeRemedy } from '../../../domain/exchange.ts'
import { SelectField } from '../belts/select-field.tsx'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { useReplacementChoice } from './replacement-choice.tsx'
import { useExchangeChange } from './use-exchange-change.ts'

type Given = Exclude<ExchangeRemedy, 'repair'>

const remedies: Record<Given, string> = {
  replacement: 'Another belt or size',
  refund: 'A refund to whoever paid',
  credit: 'Store credit to the recipient',
}

/** Gives something else than the replacement that was put aside. */
export function ChangeDialog({ exchange, onClose }: { exchange: ExchangeRow; onClose: () => void }) {
  const { id, boxId, isGift } = exchange
  const [remedy, setRemedy] = useState<Given>('replacement')
  const { piece, fields, nothing } = useReplacementChoice(boxId)
  const change = useExchangeChange('changeRemedy', 'Changed, and they’ve been emailed', onClose)
  const isReady = remedy !== 'replacement' || piece !== null
  return (
    <AskDialog
      title={`Offer something else for ${exchange.number}`}
      action="Change it"
      isBusy={!isReady || change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          remedy === 'replacement' ? { exchangeId: id, remedy, ...piece! } : { exchangeId: id, remedy },
        )
      }
    >
      <p>Whatever you set aside goes back in stock, and we’ll email the member.</p>
      <div className="fields exchange-begin">
        <SelectField
          label="What we give"
          value={remedy}
          onChange={setRemedy}
          options={(['replacement', 'refund', ...(isGift ? (['credit'] as const) : [])] as const).map(
            (each) => [each, remedies[each]] as const,
          )}
        />
        {remedy === 'replacement' && fields}
      </div>
      {remedy === 'replacement' && nothing}
      {remedy !== 'replacement' && (
        <p>Nothing’s paid yet. You’ll give it with the next button on this card.</p>
      )}
    </AskDialog>
  )
}
