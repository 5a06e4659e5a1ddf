import { useState } from 'react'
import { Link } from 'react-router'
import type { TableOutcome, TablePreview } from '../../../domain/admin/table-contracts.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { ApiError } from '../../browser/call-api.ts'
import { addressOf, failedChange, sentenceOf, useChange, useStaff } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { ScreenHead } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import './belts.css'

const kinds = {
  belts: {
    title: 'Belts from a file',
    back: { to: '/admin/belts', label: 'Belts' },
    export: 'exportBelts',
    preview: 'previewBeltFile',
    load: 'importBelts',
    line: 'belt',
    hint: 'Lines are matched by SKU. A SKU we know changes its belt, a new one adds a belt. Empty cells change nothing, and no belt is ever deleted.',
  },
  stock: {
    title: 'Stock from a file',
    back: { to: '/admin/belts/stock', label: 'Stock' },
    export: 'exportStock',
    preview: 'previewStockFile',
    load: 'importStock',
    line: 'count',
    hint: 'Lines are matched by SKU and Size, or by Label. Stock sets the count. Add puts that many on top of what’s there, and then Stock isn’t looked at. Empty cells change nothing.',
  },
} as const

/** A drop's belts or stock as a file: downloaded, filled in, checked line by line, and only then saved. */
export default function ImportPage() {
  const [search] = useSearch()
  const drop = search.get('drop') ?? ''
  const what = search.get('what') === 'stock' ? 'stock' : 'belts'
  const kind = kinds[what]
  const staff = useStaff()
  return (
    <>
      <ScreenHead
        back={<Link to={`${kind.back.to}?drop=${drop}`}>{kind.back.label}</Link>}
        title={kind.title}
        note={dropTitle(drop)}
      >
        {staff.may(kind.export) && (
          <a className="btn btn-2" href={addressOf(kind.export, { drop })} download>
            Export CSV
          </a>
        )}
      </ScreenHead>
      {staff.may(kind.load) ? (
        <Import key={`${what} ${drop}`} what={what} drop={drop} />
      ) : (
        <p className="panel list-wait">Your role can’t import files. Ask an owner.</p>
      )}
    </>
  )
}

function Import({ what, drop }: { what: keyof typeof kinds; drop: string }) {
  const kind = kinds[what]
  const [file, setFile] = useState<File | null>(null)
  const [isAsked, setAsked] = useState(false)
  const preview = useChange(kind.preview)
  const load = useChange(kind.load, {
    changes: ['/api/admin/belts', '/api/admin/drops', '/api/admin/forecast', '/api/admin/stock'],
    onError: (error) => {
      // Someone changed the same rows: check the file again against them.
      if (file && error instanceof ApiError && error.code === 'not_possible') preview.mutate({ drop, file })
    },
  })
  const data = preview.data
  function choose(chosen: File | null) {
    setFile(chosen)
    load.reset()
    preview.reset()
    if (chosen) preview.mutate({ drop, file: chosen })
  }
  function save() {
    setAsked(false)
    if (file && data) load.mutate({ drop, file, seen: data.seen })
  }
  return (
    <section className="panel table-import adm-stack" aria-label={kind.title}>
      <label className="field">
        <span>CSV file</span>
        <input
          className="input"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          disabled={load.isPending}
          // Allows the same file again after it was fixed.
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </label>
      <p className="hint">
        Export the file, change it in Excel, Numbers or Google Sheets, and bring it back. {kind.hint}
      </p>
      <div role="status" className="adm-stack">
        {preview.isPending && <p>Reading the file …</p>}
        {preview.error && (
          <p className="err">
            {sentenceOf(preview.error, 'We couldn’t read the file. Nothing was changed.')}
          </p>
        )}
        {load.error && <p className="err">{failedChange(load.error)}</p>}
        {load.data ? (
          <>
            <p className="st ok">Saved {counted(load.data.taken, kind.line)}.</p>
            <Problems outcome={load.data} />
          </>
        ) : (
          data && (
            <>
              <p>
                <b>
                  {data.taken > 0
                    ? `${counted(data.taken, 'line changes', 'lines change')} something.`
                    : 'Nothing in this file is new.'}
                </b>{' '}
                {data.known > 0 && `${counted(data.known, 'line says', 'lines say')} what’s here already.`}
              </p>
              <Problems outcome={data} />
            </>
          )
        )}
      </div>
      {data && data.taken > 0 && !load.data && (
        <>
          <Changes preview={data} />
          <div className="adm-tools">
            <button
              className="btn btn-1"
              type="button"
              disabled={load.isPending || preview.isPending}
              onClick={() => (data.losing > 0 ? setAsked(true) : save())}
            >
              {load.isPending ? 'Saving …' : `Save ${counted(data.taken, kind.line)}`}
            </button>
          </div>
        </>
      )}
      {isAsked && data && (
        <AskDialog
          title={`${counted(data.losing, 'person loses', 'people lose')} a belt we promised`}
          action="Save anyway"
          onClose={() => setAsked(false)}
          onConfirm={save}
        >
          <p>The next curation looks for another belt for them. The lines say who they are.</p>
        </AskDialog>
      )}
    </section>
  )
}

/** Bad lines by number and column, each with its fix; the good ones can be imported without them. */
function Problems({ outcome }: { outcome: TableOutcome }) {
  const { badLines, problems, ignored } = outcome
  return (
    <>
      {ignored.length > 0 && (
        <p className="adm-note">
          We don’t know {ignored.length === 1 ? 'the column' : 'the columns'}{' '}
          {ignored.map((name) => `“${name}”`).join(', ')}, so {ignored.length === 1 ? 'it’s' : 'they’re'} left
          out.
        </p>
      )}
      {badLines > 0 && (
        <>
          <p className="err">
            {counted(badLines, 'line is', 'lines are')} left out. Fix {badLines === 1 ? 'it' : 'them'} and
            import the same file again. What’s already saved won’t change twice.
          </p>
          <ul className="adm-problems">
            {problems.map(({ line, column, problem }) => (
              <li key={`${line} ${column} ${problem}`}>
                Line {line}
                {column && `, ${column}`}: {problem}
              </li>
            ))}
            {badLines > problems.length && <li>and {badLines - problems.length} more.</li>}
          </ul>
        </>
      )}
    </>
  )
}

function Changes({ preview }: { preview: TablePreview }) {
  const { changes, taken } = preview
  return (
    <>
      <Table
        className="table-changes"
        rows={changes}
        keyOf={({ line }) => line}
        columns={[
          { head: 'Line', isFigure: true, cell: ({ line }) => line },
          {
            head: 'What',
            cell: ({ what, isNew }) => (
              <span>
                {what}
                {isNew && <small className="st ok">New</small>}
              </span>
            ),
          },
          {
            head: 'Changes',
            cell: ({ isNew, fields, warning }) => (
              <span>
                {isNew
                  ? fields.map(({ name }) => name).join(', ')
                  : fields.map(({ name, before, after }) => (
                      <span key={name} className="table-change">
                        {name}: <del>{before || 'nothing'}</del> <ins>{after}</ins>
                      </span>
                    ))}
                {warning && <small className="err">{warning}</small>}
              </span>
            ),
          },
        ]}
      />
      {taken > changes.length && (
        <p className="quiet">and {formatCount(taken - changes.length)} more lines.</p>
      )}
    </>
  )
}
