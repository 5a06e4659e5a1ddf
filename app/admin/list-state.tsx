import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from './call-admin.ts'

type ListStateProps<Data> = {
  query: UseQueryResult<Data>
  /** what to say where the answer is empty; null: it is not */
  empty: (data: Data) => ReactNode | null
  /** as of `useAdmin`: the list of before is shown until the next one is there */
  keeps?: boolean
  children: (data: Data) => ReactNode
}

/** What a list shows while it is read, when it could not be read, when it is empty, and else. */
export function ListState<Data>({ query, empty, keeps = false, children }: ListStateProps<Data>) {
  if (query.isPending) {
    return (
      <div className="panel list-wait" role="status">
        Reading …
      </div>
    )
  }
  if (query.isError) {
    return (
      <div className="panel list-wait" role="alert">
        <p>{sentenceOf(query.error, 'The desk did not answer. Nothing is lost.')}</p>
        <button className="btn btn-2" type="button" onClick={() => void query.refetch()}>
          Try again
        </button>
      </div>
    )
  }
  const nothing = empty(query.data)
  const shown = nothing === null ? children(query.data) : <div className="panel list-wait">{nothing}</div>
  if (!keeps) return shown
  return (
    <div className="list-now" aria-busy={query.isPlaceholderData}>
      {shown}
    </div>
  )
}
