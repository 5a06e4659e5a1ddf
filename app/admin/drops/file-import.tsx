import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { FileOutcome } from '../../../domain/admin/packing-contracts.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { failedChange, sentenceOf, useChange } from '../client/use-admin.ts'
import { dropAddresses } from './use-drop.ts'

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

const lost = 'The shop’s answer got lost. Choose the file again: what’s saved already is left alone.'

/** Imports a carrier's file: chosen, checked line by line, and only then saved. Bad lines are skipped and listed. */
export function FileImport({ drop, title, hint, calls, action, done }: FileImportProps) {
  const [file, setFile] = useState<File | null>(null)
  const preview = useChange(calls.preview)
  const load = useChange(calls.load, { changes: dropAddresses })
  const boxes = (count: number) => counted(count, 'box', 'boxes')
  function choose(chosen: File | null) {
    setFile(chosen)
    load.reset()
    preview.reset()
    if (chosen) preview.mutate({ drop, file: chosen })
  }
  return (
    <section className="panel file-import" aria-label={title}>
      <h2>{title}</h2>
      <label className="field">
        <span>CSV file</span>
        <input
          className="input"
          type="file"
          accept=".csv,text/csv,text/plain"
          disabled={load.isPending}
          // Allows the same file again after it was fixed.
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </label>
      <p className="hint">{hint}</p>
      <div role="status" className="adm-stack">
        {preview.isPending && <p>Reading the file …</p>}
        {preview.error && (
          <p className="err">
            {sentenceOf(preview.error, 'We couldn’t read the file. Nothing was changed.')}
          </p>
        )}
        {load.error && (
          <p className="err">{failedChange(load.error, 'Nothing was changed. Try again.', lost)}</p>
        )}
        {load.data ? (
          <FilePreview outcome={load.data} words={done(boxes(load.data.taken))} />
        ) : (
          preview.data &&
          !load.error && (
            <FilePreview
              outcome={preview.data}
              sample={preview.data.sample}
              odd={preview.data.odd}
              words={`${boxes(preview.data.taken)} found.`}
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
          {load.isPending ? 'Saving …' : action(boxes(preview.data.taken))}
        </button>
      )}
    </section>
  )
}

type FilePreviewProps = {
  outcome: FileOutcome
  words: string
  sample?: AdminReply<'previewTracking'>['sample']
  odd?: AdminReply<'previewTracking'>['odd']
}

/** The content of a file: the number of good lines, the first of them, and each bad one by number. */
function FilePreview({ outcome, words, sample = [], odd = [] }: FilePreviewProps) {
  const { known, badLines, problems } = outcome
  return (
    <>
      <p>
        {words} {known > 0 && `${formatCount(known)} already had it. `}
        {badLines > 0 && `${counted(badLines, 'line is', 'lines are')} left out:`}
      </p>
      {problems.length > 0 && (
        <ul className="adm-problems">
          {problems.map(({ line, problem }) => (
            <li key={`${line} ${problem}`}>
              Line {line}: {problem}
            </li>
          ))}
          {badLines > problems.length && <li>and {badLines - problems.length} more.</li>}
        </ul>
      )}
      {odd.length > 0 && (
        <div className="adm-note">
          <p>These don’t look like tracking numbers. Check them against the labels before you ship:</p>
          <ul>
            {odd.map(({ line, trackingNumber }) => (
              <li key={line}>
                Line {line}: {trackingNumber}
              </li>
            ))}
          </ul>
        </div>
      )}
      {sample.length > 0 && (
        <ul className="file-sample num">
          {sample.map(({ line, reference, name, trackingNumber }) => (
            <li key={line}>
              {reference} <span>{name}</span> {trackingNumber}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
