import { useState } from 'react'
import { Instant } from '../instant.tsx'
import { ListState } from '../list-state.tsx'
import { Pager, usePages } from '../pager.tsx'
import { useAdmin } from '../use-admin.ts'
import './audit.css'
import { AuditFilters, type Filters } from './audit-filters.tsx'
import { ChangedFields } from './changed-fields.tsx'

/** Who did what at the desk. Nobody can change a line, the database itself refuses. */
export default function AuditPage() {
  const [filters, setFilters] = useState<Filters>({})
  const pages = usePages()
  const list = useAdmin(
    'listAudit',
    { ...filters, ...(pages.cursor ? { cursor: pages.cursor } : {}) },
    { keeps: true },
  )
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Audit log</h1>
          <p className="quiet">Who did what, newest first. Nobody can change or delete a line.</p>
        </div>
        <AuditFilters
          filters={filters}
          people={list.data?.people ?? []}
          entities={list.data?.entities ?? []}
          onChange={(next) => {
            setFilters(next)
            pages.first()
          }}
        />
      </div>
      <ListState
        keeps
        query={list}
        empty={(data) => (data.lines.length > 0 ? null : 'Nothing was done that fits these filters.')}
      >
        {(data) => (
          <section className="t-wrap" aria-label="Audit log">
            <table className="grid-t cards-sm audit">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Who</th>
                  <th scope="col">What</th>
                  <th scope="col">Row</th>
                  <th scope="col">Before and after</th>
                </tr>
              </thead>
              <tbody>
                {data.lines.map((line) => (
                  <tr key={line.id}>
                    <td data-l="When">
                      <Instant at={line.at} />
                    </td>
                    <td data-l="Who">
                      <div>
                        {line.username}
                        <small>{line.role}</small>
                      </div>
                    </td>
                    <td data-l="What">{line.action}</td>
                    <td data-l="Row">
                      <div>
                        {line.entity}
                        <small className="audit-id">{line.entityId}</small>
                      </div>
                    </td>
                    <td data-l="Change">
                      <ChangedFields before={line.before} after={line.after} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </ListState>
      <Pager pages={pages} nextCursor={list.data?.nextCursor ?? null} />
    </>
  )
}
