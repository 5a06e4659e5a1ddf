import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../browser/call-api.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin, useChange } from '../use-admin.ts'
import type { Route } from './+types/edit-belt-page'
import { draftOf } from './belt-draft.ts'
import { BeltForm } from './belt-form.tsx'
import './belts.css'
import { DeleteBelt } from './delete-belt.tsx'

/** One belt, to change, to put away or to delete. */
export default function EditBeltPage({ params: { beltId } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const read = useAdmin('getBelt', { beltId })
  const [skuError, setSkuError] = useState<string | null>(null)
  const update = useChange('updateBelt', {
    changes: ['/api/admin/belts', '/api/admin/drops'],
    onSuccess: ({ belt }) => {
      showToast({ title: 'Belt Updated', description: `${belt.name} is saved.` })
      void navigate(`/admin/belts?drop=${belt.drop}`)
    },
    onError: (error) => {
      const description = sentenceOf(error, 'The belt could not be saved. Try again.')
      if (error instanceof ApiError && error.code === 'taken') setSkuError(description)
      showToast({ title: 'Error', description, destructive: true })
    },
  })
  return (
    <ListState query={read} empty={() => null}>
      {({ belt: known }) => (
        <BeltForm
          key={beltId}
          title={known.name}
          drop={known.drop}
          start={draftOf(known)}
          takenSkus={null}
          skuError={skuError}
          isUsed={known.isUsed}
          busy={update.isPending}
          onSave={(belt) => {
            setSkuError(null)
            update.mutate({ beltId, belt })
          }}
        >
          <DeleteBelt belt={known} />
        </BeltForm>
      )}
    </ListState>
  )
}
