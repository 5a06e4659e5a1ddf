import { useState } from 'react'
import { largestPicture } from '../../../domain/admin/picture.ts'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'

type UseUploadOptions = {
  /** the address that a belt may name */
  onDone: (url: string) => void
  onBusy: (busy: boolean) => void
}

/** Sends one picture at a time and tells what became of it. */
export function useUpload({ onDone, onBusy }: UseUploadOptions) {
  const [fileName, setFileName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const upload = useChange('uploadPicture', {
    onSuccess: ({ picture }) => onDone(picture.url),
    onError: (failure) =>
      setError(sentenceOf(failure, 'The picture could not be sent. Nothing is lost: choose it again.')),
  })

  function start(file: File) {
    setFileName(file.name)
    if (file.size > largestPicture) {
      const megabytes = Math.ceil(file.size / 1024 / 1024)
      setError(`${file.name} has ${megabytes} MB, at most 15 MB are taken. Choose a smaller one.`)
      return
    }
    setError(null)
    onBusy(true)
    upload.mutate({ file }, { onSettled: () => onBusy(false) })
  }

  return { start, fileName, error, isBusy: upload.isPending }
}
