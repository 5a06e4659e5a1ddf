import { useState } from 'react'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'
import { dropAddresses } from './drop-addresses.ts'
import { FilePreview } from './file-preview.tsx'

type FileImportProps = {
  drop: string
  title: string
  hint: string
  calls:
    | { preview: 'previewTracking'; load: 'importTracking' }
    | { preview: 'previewDelivered'; load: 'importDelivered' }
  action: (boxes: string) => string
  done: (boxes: string) => string
}

/** A carrier's file: chosen, looked at line by line, and only then taken. Bad lines are left out and named. */
export function FileImport({ drop, title, hint, calls, action, done }: FileImportProps) {
  const [file, setFile] = useState<File | null>(null)
  const preview = useChange(calls.preview)
  const load = useChange(calls.load, { changes: dropAddresses })
  const boxes = (count: number) => (count === 1 ? '1 box' : `${count.toLocaleString('en-US')} boxes`)
  function choose(chosen: File | null) {
    setFile(chosen)
    load.reset()
    preview.reset()
    if (chosen) preview.mutate({ drop, file: chosen })
  }
  const error = load.error ?? preview.error
  return (
    <section className="panel file-import" aria-label={title}>
      <h2>{title}</h2>
      <label className="field">
        <span>CSV file</span>
        <input
          className="input"
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </label>
      <p className="hint">{hint}</p>
      <div role="status" className="adm-stack">
        {preview.isPending && <p>Reading the file …</p>}
        {error && <p className="err">{sentenceOf(error, 'The file was not read. Nothing was changed.')}</p>}
        {load.data ? (
          <FilePreview outcome={load.data} words={done(boxes(load.data.taken))} />
        ) : (
          preview.data &&
          !load.error && (
            <FilePreview
              outcome={preview.data}
              sample={preview.data.sample}
              words={`${boxes(preview.data.taken)} to take.`}
            />
          )
        )}
      </div>
      {file && preview.data && preview.data.taken > 0 && !load.data && (
        <button
          className="btn btn-1"
          type="button"
          disabled={load.isPending}
          onClick={() => load.mutate({ drop, file })}
        >
          {load.isPending ? 'Taking it …' : action(boxes(preview.data.taken))}
        </button>
      )}
    </section>
  )
}
