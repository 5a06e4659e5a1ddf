import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import type { Route } from './+types/edit-belt-page'
import { BeltEditor } from './belt-editor.tsx'
import './belts.css'

/** One belt, to change, to put away or to delete. */
export default function EditBeltPage({ params: { beltId } }: Route.ComponentProps) {
  const read = useAdmin('getBelt', { beltId })
  return (
    <ListState query={read} empty={() => null}>
      {({ belt }) => <BeltEditor key={beltId} known={belt} />}
    </ListState>
  )
}
