import { useRef, useState } from 'react'

const prefix = 'draft:'

/**
 * What is being written under `key`, kept in this tab over a closed dialog, a reload and a session that ran out, until
 * it is saved or given up. `known` is what the server has.
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
    try {
      if (JSON.stringify(next) === JSON.stringify(known)) sessionStorage.removeItem(prefix + key)
      else sessionStorage.setItem(prefix + key, JSON.stringify({ value: next, began }))
    } catch {
      // Storage may be full or forbidden; what is written stays until the page is left.
    }
  }

  return {
    value,
    /** what the server had when the writing began, maybe before a reload */
    began,
    isChanged,
    change: (fields: Partial<Value>) => write({ ...value, ...fields }),
    /** back to what the server has */
    giveUp() {
      setBegan(known)
      write(known)
    },
    saved: () => forgetDraft(key),
    /** the server has `now`; what was written since then waits on, and began with it */
    savedSoFar(now: Value) {
      setBegan(now)
      keep(latest.current, now, now)
    },
  }
}

/** Whether something unsaved is kept under this key. */
export function hasDraft(key: string): boolean {
  try {
    return sessionStorage.getItem(prefix + key) !== null
  } catch {
    return false
  }
}

/** Drops what is kept under this key. */
export function forgetDraft(key: string) {
  try {
    sessionStorage.removeItem(prefix + key)
  } catch {
    // Nothing was kept then.
  }
}

function read<Value extends object>(key: string, known: Value): { value: Value; began: Value } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as {
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
