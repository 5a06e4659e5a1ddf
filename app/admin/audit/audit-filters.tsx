import { useState } from 'react'
import type { AdminSent } from '../../../domain/admin/calls.ts'

export type Filters = Pick<AdminSent<'listAudit'>, 'userId' | 'entity' | 'from' | 'to'>

type AuditFiltersProps = {
  filters: Filters
  people: { id: string; username: string }[]
  entities: string[]
  onChange: (filters: Filters) => void
}

/** By person, by kind of row, by day. */
export function AuditFilters({ filters, people, entities, onChange }: AuditFiltersProps) {
  // The page that is being read has no lists yet: the ones known before stay.
  const [known, setKnown] = useState({ people, entities })
  if (people.length > 0 && people !== known.people) setKnown({ people, entities })
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _, ...rest } = filters
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="adm-tools">
      <label>
        <span className="sr">Person</span>
        <select
          className="input"
          value={filters.userId ?? ''}
          onChange={(event) => set('userId', event.target.value)}
        >
          <option value="">Everybody</option>
          {known.people.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="sr">Kind of row</span>
        <select
          className="input"
          value={filters.entity ?? ''}
          onChange={(event) => set('entity', event.target.value)}
        >
          <option value="">Every kind of row</option>
          {known.entities.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label className="audit-day">
        From
        <input
          className="input"
          type="date"
          value={filters.from ?? ''}
          onChange={(event) => set('from', event.target.value)}
        />
      </label>
      <label className="audit-day">
        To
        <input
          className="input"
          type="date"
          value={filters.to ?? ''}
          onChange={(event) => set('to', event.target.value)}
        />
      </label>
    </div>
  )
}
