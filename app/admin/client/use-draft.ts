import { useRef, useState } from 'react'
import { keepInTab, readFromTab } from '../../browser/tab-storage.ts'

const prefix = 'draft:'

/**
 * A form draft kept under `key` in this tab, across a closed dialog, a reload or an expired session, until it is
 * saved or discarded. `known` is the server's value.
 */
export function useDraft<Value extends object>(key: string, known: Value) {
  const [start] = useState(() => read<Value>(key, known))
  const [value, setValue] = useState(start.value)
  const [began, setBegan] = useState(start.began)
  const latest = useRef(value)
  const isChanged = JSON.stringify(value) !== JSON.stringify(known)

  function write(next: Value) {
    latest.current = next
    setValue(next)
    keep(next, known, began)
  }

  function keep(next: Value, known: Value, began: Value) {
    const isKnown = JSON.stringify(next) === JSON.stringify(known)
    keepInTab(prefix + key, isKnown ? null : JSON.stringify({ value: next, began }))
  }

  return {
    value,
    /** the server's value when editing began, maybe before a reload */
    began,
    isChanged,
    change: (fields: Partial<Value>) => write({ ...value, ...fields }),
    /** discards the draft */
    giveUp() {
      setBegan(known)
      write(known)
    },
    saved: () => forgetDraft(key),
    /** the server has saved `now`; later edits stay unsaved, based on it */
    savedSoFar(now: Value) {
      setBegan(now)
      keep(latest.current, now, now)
    },
  }
}

/** Whether there is an unsaved draft under this key. */
export const hasDraft = (key: string) => readFromTab(prefix + key) !== null

/** Discards the draft under this key. */
export const forgetDraft = (key: string) => keepInTab(prefix + key, null)

function read<Value extends object>(key: string, known: Value): { value: Value; began: Value } {
  try {
    const kept = JSON.parse(readFromTab(prefix + key) ?? 'null') as {
      value?: Value
      began?: Value
    }
    return kept?.value
      ? { value: { ...known, ...kept.value }, began: { ...known, ...kept.began } }
      : { value: known, began: known }
  } catch {
    return { value: known, began: known }
  }
}
