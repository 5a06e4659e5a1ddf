import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BeltFields, BeltView } from '../../../domain/admin/belt-calls.ts'
import { ApiError } from '../../browser/call-api.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useChange } from '../use-admin.ts'
import { draftOf, writtenOf } from './belt-draft.ts'
import { BeltForm } from './belt-form.tsx'
import { DeleteBelt } from './delete-belt.tsx'

/** The form of one belt. Where somebody else saved it meanwhile, it asks before it writes over that. */
export function BeltEditor({ known }: { known: BeltView }) {
  const navigate = useNavigate()
  // As the form began: the belt may be read again while somebody writes.
  const [opened] = useState(known)
  const [skuError, setSkuError] = useState<string | null>(null)
  const [meanwhile, setMeanwhile] = useState<{ sentence: string; belt: BeltFields } | null>(null)
  const update = useChange('updateBelt', {
    changes: ['/api/admin/belts', '/api/admin/drops'],
    onSuccess: ({ belt }) => {
      showToast({ title: 'Belt Updated', description: `${belt.name} is saved.` })
      void navigate(`/admin/belts?drop=${belt.drop}`)
    },
    onError: (error, { belt }) => {
      const sentence = sentenceOf(error, 'The belt could not be saved. Try again.')
      if (error instanceof ApiError && error.details.changed) return setMeanwhile({ sentence, belt })
      if (error instanceof ApiError && error.code === 'taken') setSkuError(sentence)
      showToast({ title: 'Error', description: sentence, destructive: true })
    },
  })
  return (
    <>
      <BeltForm
        title={opened.name}
        drop={opened.drop}
        start={draftOf(opened)}
        takenSkus={null}
        skuError={skuError}
        isUsed={known.isUsed}
        busy={update.isPending}
        onSave={(belt) => {
          setSkuError(null)
          update.mutate({ beltId: opened.id, belt, was: writtenOf(opened) })
        }}
      >
        <DeleteBelt belt={known} />
      </BeltForm>
      {meanwhile && (
        <ConfirmDialog
          title="Somebody else saved this belt"
          action="Save mine over it"
          wayOut="Go on writing"
          isBusy={update.isPending}
          onClose={() => setMeanwhile(null)}
          onConfirm={() => {
            update.mutate({ beltId: opened.id, belt: meanwhile.belt })
            setMeanwhile(null)
          }}
        >
          <p>{meanwhile.sentence}</p>
          <p>What you wrote is still here. To see the other words first, open the belt in another tab.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
