import { useState } from 'react'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import type { ExchangeRemedy } from '../../../domain/exchange.ts'
import { SelectField } from '../belts/select-field.tsx'
import { useAdmin } from '../client/use-admin.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { useExchangeChange } from './use-exchange-change.ts'

const remedies: Record<ExchangeRemedy, string> = {
  replacement: 'Another belt or size',
  refund: 'A refund to the purchaser',
  credit: 'Store credit to the recipient',
}

/** Gives something else than the replacement that was put aside. */
export function ChangeDialog({ exchange, onClose }: { exchange: ExchangeRow; onClose: () => void }) {
  const { id, boxId, isGift } = exchange
  const [remedy, setRemedy] = useState<ExchangeRemedy>('replacement')
  const [chosenBelt, setBelt] = useState('')
  const [chosenSize, setSize] = useState('')
  const options = useAdmin('listReplacements', { boxId })
  const change = useExchangeChange('changeRemedy', 'Changed: the member has the mail', onClose)
  const belts = (options.data?.belts ?? []).filter(({ sizes }) => sizes.length > 0)
  const belt = belts.find((each) => each.id === chosenBelt) ?? belts[0]
  const size = belt?.sizes.find((each) => each === chosenSize) ?? belt?.sizes[0]
  const isReady = remedy !== 'replacement' || (belt !== undefined && size !== undefined)
  return (
    <AskDialog
      title={`Give something else for ${exchange.number}`}
      action="Change it"
      isBusy={!isReady || change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          remedy === 'replacement'
            ? { exchangeId: id, remedy, productId: belt!.id, size: size! }
            : { exchangeId: id, remedy },
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
        {remedy === 'replacement' && belts.length > 0 && (
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
        )}
      </div>
      {remedy === 'replacement' && options.data && belts.length === 0 && (
        <p role="status">No belt of this drop is left that this member has not had.</p>
      )}
      {remedy !== 'replacement' && (
        <p>It is given with the next step, as for every return: it stands on this card then.</p>
      )}
    </AskDialog>
  )
}
