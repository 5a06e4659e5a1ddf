import { useState } from 'react'
import type { AdminContractName, AdminSent } from '../../../domain/admin/contracts.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useChange } from '../client/use-admin.ts'
import { ConfirmDialog } from './dialogs.tsx'

/**
 * A mutation that sends what the form started with as `was`. If someone else saved in the meantime, it asks before
 * overwriting: `question` is that dialog, to be rendered next to the form.
 */
export function useSaveOver<Name extends AdminContractName>(
  name: Name,
  options: NonNullable<Parameters<typeof useChange<Name>>[1]>,
) {
  const [meanwhile, setMeanwhile] = useState<{ sentence: string; input: AdminSent<Name> } | null>(null)
  const change = useChange(name, {
    ...options,
    onError(error, input) {
      if (error instanceof ApiError && error.details.changed)
        return setMeanwhile({ sentence: error.sentence ?? '', input })
      options.onError?.(error, input)
    },
  })
  const question = meanwhile && (
    <ConfirmDialog
      title="Someone else saved this"
      action="Save mine over it"
      wayOut="Keep editing"
      isBusy={change.isPending}
      onClose={() => setMeanwhile(null)}
      onConfirm={() => {
        change.mutate({ ...(meanwhile.input as object), was: undefined } as AdminSent<Name>)
        setMeanwhile(null)
      }}
    >
      <p>{meanwhile.sentence}</p>
      <p>What you wrote is still here. Open this page in another tab to see their version first.</p>
    </ConfirmDialog>
  )
  return { change, question }
}
