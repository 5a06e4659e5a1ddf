import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { sentenceOf, useChange } from '../client/use-admin.ts'

type Result = AdminReply<'importSubscribers'>

/** A file of addresses whose people agreed; its bad lines are named, its good ones come in. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [agreed, setAgreed] = useState(false)
  const load = useChange('importSubscribers', { changes: ['/api/admin/subscribers'] })
  return (
    <form
      className="panel adm-form"
      onSubmit={async (event) => {
        event.preventDefault()
        if (file && agreed) load.mutate({ csv: await file.text(), agreed: true })
      }}
    >
      <h2>Import subscribers</h2>
      <label className="field">
        A CSV file whose first line is email,name
        <input
          className="input"
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            load.reset()
          }}
        />
      </label>
      <label className="adm-check">
        <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
        Everyone in this file agreed to get the newsletter.
      </label>
      <div className="adm-tools">
        <button className="btn btn-1" type="submit" disabled={!file || !agreed || load.isPending}>
          {load.isPending ? 'Importing …' : 'Import'}
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <div role="status">
        {load.data && <Outcome result={load.data} />}
        {load.error && (
          <p className="err">{sentenceOf(load.error, 'We couldn’t import the file. Try again.')}</p>
        )}
      </div>
    </form>
  )
}

function Outcome({ result: { added, known, problems } }: { result: Result }) {
  return (
    <>
      <p>
        {added} came in, {known} were on the list already
        {problems.length > 0 ? `, ${problems.length} lines were left out:` : '.'}
      </p>
      {problems.length > 0 && (
        <ul className="adm-problems">
          {problems.map(({ line, problem }) => (
            <li key={line}>
              Line {line}: {problem}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
