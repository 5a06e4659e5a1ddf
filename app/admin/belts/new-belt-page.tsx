import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../browser/call-api.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useAdmin, useChange } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { ListState } from '../ui/list-state.tsx'
import { emptyDraft } from './belt-draft.ts'
import { BeltForm } from './belt-form.tsx'
import './belts.css'

/** A new belt of the drop that the address names, else of the current one. */
export default function NewBeltPage() {
  const navigate = useNavigate()
  const [search] = useSearch()
  const list = useAdmin('listBelts', { drop: search.get('drop') ?? undefined })
  const [skuError, setSkuError] = useState<string | null>(null)
  const create = useChange('createBelt', {
    changes: ['/api/admin/belts', '/api/admin/drops'],
    onSuccess: ({ belt }) => {
      showToast({ title: 'Belt Created', description: `${belt.name} is in the list.` })
      void navigate(`/admin/belts?drop=${belt.drop}`)
    },
    onError: (error) => {
      const description = sentenceOf(error, 'The belt could not be saved. Try again.')
      if (error instanceof ApiError && error.code === 'taken') setSkuError(description)
      showToast({ title: 'Error', description, destructive: true })
    },
  })
  return (
    <ListState query={list} empty={({ drop }) => (drop ? null : 'Create a drop first, under Drops.')}>
      {({ drop, belts }) =>
        drop && (
          <BeltForm
            title="New belt"
            drop={drop}
            start={emptyDraft(belts)}
            takenSkus={belts.map((belt) => belt.sku)}
            skuError={skuError}
            isUsed={false}
            busy={create.isPending}
            onSave={(belt) => {
              setSkuError(null)
              create.mutate({ drop, belt })
            }}
          />
        )
      }
    </ListState>
  )
}
