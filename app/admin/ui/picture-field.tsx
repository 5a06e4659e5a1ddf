import { type DragEvent, useId, useState } from 'react'
import { Picture } from '../../ui/picture.tsx'
import { FieldError, TextArea } from '../../ui/text-field.tsx'
import './picture-field.css'
import { largestPicture } from '../../../domain/admin/fields.ts'
import { sentenceOf, useChange } from '../client/use-admin.ts'

type PictureFieldProps = {
  title: string
  hint: string
  /** the aspect ratio in which the shop shows it */
  width: number
  height: number
  src: string | null
  /** absent: it shows the same as another picture */
  alt?: string
  error: string | undefined
  altError?: string | undefined
  onPicture: (src: string | null) => void
  onAlt?: (alt: string) => void
  onBusy: (busy: boolean) => void
}

/** A picture field: shown as in the shop, chosen or dropped, with its alt text. */
export function PictureField(props: PictureFieldProps) {
  const { title, hint, width, height, src, alt, error, altError, onPicture, onAlt, onBusy } = props
  const id = useId()
  const [isOver, setOver] = useState(false)
  const upload = useUpload({ onDone: onPicture, onBusy })

  function take(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !upload.isBusy) upload.start(file)
  }

  return (
    <fieldset className="panel picture-field">
      <legend className="group-title">{title}</legend>
      <label
        className={isOver ? 'picture-drop is-over' : 'picture-drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={take}
      >
        <span className="picture-shot" style={{ aspectRatio: `${width} / ${height}` }}>
          <Picture src={src} alt={alt ?? ''} width={width} height={height} sizes="320px" loading="eager" />
        </span>
        <span className="picture-choose">
          <span className="btn btn-2">Choose a file</span>
          <span className="hint">or drag one here</span>
        </span>
        <input
          type="file"
          className="sr"
          aria-label={`${title}: choose a file or drag one here`}
          aria-describedby={`${id}-hint ${id}-error`}
          accept="image/jpeg,image/png,image/webp,image/avif"
          disabled={upload.isBusy}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) upload.start(file)
            // Allows choosing the same file again after it was fixed.
            event.target.value = ''
          }}
        />
      </label>
      <p className="hint" id={`${id}-hint`}>
        {hint} JPEG, PNG, WebP or AVIF, up to 15 MB.
      </p>
      <div role="status">
        {upload.isBusy && (
          <>
            <progress aria-label={`${title} is being prepared`} />
            <span className="hint">Preparing {upload.fileName}. This takes some seconds.</span>
          </>
        )}
      </div>
      <FieldError id={`${id}-error`} error={upload.error ?? error} />
      {src && (
        <>
          {onAlt && (
            <TextArea
              label="What it shows"
              rows={2}
              maxLength={200}
              hint="Read out to people who can’t see it."
              value={alt ?? ''}
              error={altError}
              onChange={onAlt}
            />
          )}
          <button className="btn btn-3" type="button" onClick={() => onPicture(null)}>
            Remove: show as coming soon
          </button>
        </>
      )}
    </fieldset>
  )
}

type UseUploadOptions = {
  /** the URL to store with the belt */
  onDone: (url: string) => void
  onBusy: (busy: boolean) => void
}

/** Uploads one picture at a time and reports the result. */
function useUpload({ onDone, onBusy }: UseUploadOptions) {
  const [fileName, setFileName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const upload = useChange('uploadPicture', {
    onSuccess: ({ picture }) => onDone(picture.url),
    onError: (failure) => setError(sentenceOf(failure, 'The picture didn’t upload. Choose it again.')),
  })

  function start(file: File) {
    setFileName(file.name)
    if (file.size > largestPicture) {
      const megabytes = Math.ceil(file.size / 1024 / 1024)
      setError(`${file.name} has ${megabytes} MB and can have at most 15 MB. Choose a smaller one.`)
      return
    }
    setError(null)
    onBusy(true)
    upload.mutate({ file }, { onSettled: () => onBusy(false) })
  }

  return { start, fileName, error, isBusy: upload.isPending }
}
