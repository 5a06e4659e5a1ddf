import { useState } from 'react'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { FilterSelect, SearchField } from '../ui/fields.tsx'
import { Instant, ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import './audit.css'
import { actionName, auditSentence } from '../../../domain/admin/audit-sentence.ts'
import type { AdminSent } from '../../../domain/admin/contracts.ts'
import { Download } from '../ui/download.tsx'

/** Who did what in the admin. Nobody can change an entry: the database itself rejects it. */
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
      <ScreenHead title="Audit log" note="Who did what, newest first. No one can change or delete an entry.">
        <AuditFilters
          filters={filters}
          people={list.data?.people ?? []}
          entities={list.data?.entities ?? []}
          actions={list.data?.actions ?? []}
          onChange={(next) => {
            setFilters(next)
            pages.first()
          }}
        />
      </ScreenHead>
      <ListState
        keeps
        query={list}
        empty={(data) => (data.lines.length > 0 ? null : 'Nothing matches these filters.')}
      >
        {(data) => (
          <Table
            label="Audit log"
            className="audit"
            rows={data.lines}
            keyOf={({ id }) => id}
            columns={[
              { head: 'When', cell: ({ at }) => <Instant at={at} /> },
              {
                head: 'What happened',
                label: 'What',
                cell: (line) => (
                  <div>
                    {auditSentence(line)}
                    <small>
                      {line.role}, {line.action}
                    </small>
                  </div>
                ),
              },
              {
                head: 'Record',
                cell: ({ entity, entityId }) => (
                  <div>
                    {entity}
                    <small className="audit-id">{entityId}</small>
                  </div>
                ),
              },
              {
                head: 'Before and after',
                label: 'Change',
                cell: ({ before, after }) => <ChangedFields before={before} after={after} />,
              },
            ]}
          />
        )}
      </ListState>
      <Pager pages={pages} nextCursor={list.data?.nextCursor ?? null} />
    </>
  )
}

/** The changed fields of an entry, before and after. */
function ChangedFields({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  // The form's own id means nothing to a reader.
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((each) => each !== 'askedAs')
  if (names.length === 0) return null
  return (
    <dl className="changed">
      {names.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {name in was && show(was[name]) !== show(is[name]) && <del>{show(was[name])}</del>}{' '}
            {name in is && <ins>{show(is[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return { value }
  return value as Record<string, unknown>
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

type Filters = AdminSent<'exportAudit'>

type AuditFiltersProps = {
  filters: Filters
  people: { id: string; username: string }[]
  entities: string[]
  actions: string[]
  onChange: (filters: Filters) => void
}

/** Filters by person, action, subject, kind and day, and a download of the result. */
function AuditFilters({ filters, people, entities, actions, onChange }: AuditFiltersProps) {
  const staff = useStaff()
  // A page that is loading has no filter lists yet, so the last known ones stay.
  const [known, setKnown] = useState({ people, entities, actions })
  if (people.length > 0 && people !== known.people) setKnown({ people, entities, actions })
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _, ...rest } = filters
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="adm-tools">
      <FilterSelect
        label="Who did it"
        every="Everyone"
        value={filters.userId ?? ''}
        options={known.people.map(({ id, username }) => [id, username])}
        onChange={(value) => set('userId', value)}
      />
      <FilterSelect
        label="What was done"
        every="Everything"
        value={filters.action ?? ''}
        options={known.actions.map((action) => [action, actionName(action)])}
        onChange={(value) => set('action', value)}
      />
      <SearchField
        label="Who or what it was about"
        placeholder="Email, order, SKU"
        value={filters.about ?? ''}
        onChange={(about) => set('about', about)}
      />
      <FilterSelect
        label="Record type"
        every="All record types"
        value={filters.entity ?? ''}
        options={known.entities.map((each) => [each, each])}
        onChange={(value) => set('entity', value)}
      />
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
      {staff.may('exportAudit') && (
        <Download of="exportAudit" input={filters}>
          Export these
        </Download>
      )}
    </div>
  )
}
