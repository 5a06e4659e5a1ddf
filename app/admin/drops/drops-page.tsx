import { Link } from 'react-router'
import { showToast } from '../../ui/toast-store.ts'
import '../belts/belts.css'
import { sentenceOf } from '../call-admin.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin, useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import './drops.css'
import { dropTitle } from '../../../domain/drop.ts'
import { DropsTable } from './drops-table.tsx'
import { NewDrop } from './new-drop.tsx'

/** The drops, month by month, and which of them the home page shows. */
export default function DropsPage() {
  const staff = useStaff()
  const list = useAdmin('listDrops', {})
  const makeCurrent = useChange('makeDropCurrent', {
    changes: ['/api/admin/drops', '/api/admin/belts'],
    onSuccess: (_, { drop }) =>
      showToast({ title: 'Home Page Updated', description: `It shows the belts of ${dropTitle(drop)} now.` }),
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'The home page was not changed. Try again.'),
        destructive: true,
      }),
  })
  const current = list.data?.drops.find((each) => each.isCurrent)
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Drops</h1>
          <p className="quiet">
            {list.data
              ? current
                ? `The home page shows ${dropTitle(current.drop)}.`
                : 'The home page shows no belts.'
              : '\u00a0'}
          </p>
        </div>
        <div className="adm-tools">
          <Link className="btn btn-2" to="/admin/drops/forecast">
            Forecast
          </Link>
          {staff.may('createDrop') && list.data && <NewDrop next={list.data.next} />}
        </div>
      </div>
      <ListState
        query={list}
        empty={({ drops }) => (drops.length === 0 ? 'There are no drops yet. Create the next one.' : null)}
      >
        {({ drops }) => (
          <DropsTable
            drops={drops}
            canChoose={staff.may('makeDropCurrent')}
            busy={makeCurrent.isPending}
            onChoose={(drop) => makeCurrent.mutate({ drop })}
          />
        )}
      </ListState>
    </>
  )
}
