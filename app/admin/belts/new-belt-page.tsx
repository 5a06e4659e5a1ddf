import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../browser/call-api.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { ListState } from '../ui/screen.tsx'
import { type DraftErrors, emptyDraft, takenOf } from './belt-draft.ts'
import { BeltForm } from './belt-form.tsx'
import './belts.css'

/** A new belt for the drop in the URL, or else the current one. */
export default function NewBeltPage() {
  const navigate = useNavigate()
  const staff = useStaff()
  const [search] = useSearch()
  const named = search.get('drop') ?? undefined
  const list = useAdmin('listBelts', { drop: named })
  const drops = useAdmin('listDrops', {})
  // Chosen in the form, which keeps what was typed.
  const [chosen, setChosen] = useState<string | null>(null)
  const others = useAdmin('listBelts', { drop: chosen ?? named })
  const [taken, setTaken] = useState<DraftErrors>({})
  const create = useChange('createBelt', {
    changes: ['/api/admin/belts', '/api/admin/drops'],
    onSuccess: ({ belt }) => {
      showToast({ title: 'Belt Created', description: `${belt.name} is in the list.` })
      void navigate(`/admin/belts?drop=${belt.drop}`)
    },
    onError: (error) => {
      const description = sentenceOf(error, 'We couldn’t save the belt. Try again.')
      if (error instanceof ApiError && error.code === 'taken') setTaken(takenOf(error))
      showToast({ title: 'Error', description, destructive: true })
    },
  })
  if (!staff.may('createBelt')) return <p className="panel list-wait">Only an owner can add belts.</p>
  return (
    <ListState query={list} empty={({ drop }) => (drop ? null : 'Create a drop first, under Drops.')}>
      {({ drop: first, belts }) => {
        const drop = chosen ?? first
        return (
          drop && (
            <BeltForm
              title="New belt"
              drop={drop}
              drops={[...new Set([drop, ...(drops.data?.drops ?? []).map((each) => each.drop)])]
                .sort()
                .reverse()}
              onDrop={setChosen}
              start={emptyDraft(belts)}
              takenSkus={(others.data?.belts ?? []).map((belt) => belt.sku)}
              taken={taken}
              isUsed={false}
              // Stays busy after creating, so that nothing counts as unsaved while the list loads.
              busy={create.isPending || create.isSuccess}
              onSave={(belt) => {
                setTaken({})
                create.mutate({ drop, belt })
              }}
            />
          )
        )
      }}
    </ListState>
  )
}
