import { BusyButton } from '../ui/busy-button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { sentenceOf, useAccountChange } from './client/use-account.ts'

/** Opens the payment provider's page: no card is typed here. */
export function UpdateCard({ membershipId }: { membershipId: string }) {
  const update = useAccountChange('updateCard')
  const go = () =>
    update.mutate(
      { id: membershipId },
      {
        onSuccess: ({ link }) => window.location.assign(link),
        onError: (error) =>
          showToast({
            title: 'The card page didn’t open',
            description: sentenceOf(error),
            destructive: true,
          }),
      },
    )
  return (
    <BusyButton className="btn btn-3" isBusy={update.isPending} onClick={go}>
      Update card
    </BusyButton>
  )
}
