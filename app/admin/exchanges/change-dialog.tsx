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
  refund: 'A refund to the purchaser',
  credit: 'Store credit to the recipient',
}

/** Gives something else than the replacement that was put aside. */
export function ChangeDialog({ exchange, onClose }: { exchange: ExchangeRow; onClose: () => void }) {
  const { id, boxId, isGift } = exchange
  const [remedy, setRemedy] = useState<Given>('replacement')
  const { piece, fields, nothing } = useReplacementChoice(boxId)
  const change = useExchangeChange('changeRemedy', 'Changed: the member has the mail', onClose)
  const isReady = remedy !== 'replacement' || piece !== null
  return (
    <AskDialog
      title={`Give something else for ${exchange.number}`}
      action="Change it"
      isBusy={!isReady || change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          remedy === 'replacement' ? { exchangeId: id, remedy, ...piece! } : { exchangeId: id, remedy },
        )
      }
    >
      <p>What was put aside is free again, and the member gets a mail.</p>
      <div className="fields exchange-begin">
        <SelectField
          label="What is given"
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
        <p>It is given with the next step, as for every return: it stands on this card then.</p>
      )}
    </AskDialog>
  )
}
