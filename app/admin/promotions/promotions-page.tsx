import { useState } from 'react'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin, useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { PromotionForm } from './promotion-form.tsx'

/** The owner's promotion codes. One is never made twice, not even after its end: orders name it. */
export default function PromotionsPage() {
  const staff = useStaff()
  const [making, setMaking] = useState(false)
  const codes = useAdmin('listPromotions', {})
  const end = useChange('endPromotion', {
    changes: ['/api/admin/promotions'],
    onSuccess: (_, { code }) => showToast({ title: 'Code ended', description: `${code} is good no more.` }),
    onError: (error) =>
      showToast({ title: 'Error', description: sentenceOf(error, 'The code goes on.'), destructive: true }),
  })
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Promotion codes</h1>
          <p className="quiet">Whoever began to pay with a code keeps it when it ends.</p>
        </div>
        {staff.may('createPromotion') && (
          <button
            className="btn btn-1"
            type="button"
            aria-expanded={making}
            onClick={() => setMaking((known) => !known)}
          >
            New code
          </button>
        )}
      </div>
      {making && <PromotionForm onClose={() => setMaking(false)} />}
      <ListState
        query={codes}
        empty={(data) => (data.promotions.length > 0 ? null : 'There are no promotion codes yet.')}
      >
        {(data) => (
          <section className="t-wrap" aria-label="Promotion codes">
            <table className="grid-t cards-sm">
              <thead>
                <tr>
                  <th scope="col">Code</th>
                  <th scope="col">What it does</th>
                  <th scope="col" className="r">
                    Used
                  </th>
                  <th scope="col">State</th>
                  <th scope="col">
                    <span className="sr">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.promotions.map((each) => (
                  <tr key={each.code}>
                    <td data-l="Code">
                      <b>{each.code}</b>
                    </td>
                    <td data-l="What it does">{each.description}</td>
                    <td data-l="Used" className="r">
                      {each.mostUses === null ? each.uses : `${each.uses} of ${each.mostUses}`}
                    </td>
                    <td data-l="State">
                      <span className={each.isActive ? 'st ok' : 'st'}>
                        {each.isActive ? 'Active' : 'Ended'}
                      </span>
                    </td>
                    <td>
                      {each.isActive && staff.may('endPromotion') && (
                        <button
                          className="text-btn"
                          type="button"
                          disabled={end.isPending}
                          onClick={() => end.mutate({ code: each.code })}
                        >
                          End<span className="sr"> {each.code}</span>
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </ListState>
    </>
  )
}
