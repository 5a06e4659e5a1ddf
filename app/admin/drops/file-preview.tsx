import type { AdminReply } from '../../../domain/admin/calls.ts'
import type { FileOutcome } from '../../../domain/admin/shipping-calls.ts'

type FilePreviewProps = {
  outcome: FileOutcome
  words: string
  sample?: AdminReply<'previewTracking'>['sample']
}

/** What a file says: how many lines are good, the first of them, and each bad one by its number. */
export function FilePreview({ outcome, words, sample = [] }: FilePreviewProps) {
  const { known, badLines, problems } = outcome
  return (
    <>
      <p>
        {words} {known > 0 && `${known.toLocaleString('en-US')} were known already. `}
        {badLines > 0 &&
          `${badLines === 1 ? '1 line is' : `${badLines.toLocaleString('en-US')} lines are`} left out:`}
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
