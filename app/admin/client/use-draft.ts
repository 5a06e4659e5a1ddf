import { useState } from 'react'

const prefix = 'draft:'

/**
 * What is being written under `key`, kept in this tab over a closed dialog, a reload and a session that ran out, until
 * it is saved or given up. `known` is what the server has.
 */
export function useDraft<Value extends object>(key: string, known: Value) {
  const [value, setValue] = useState(() => read<Value>(key, known))
  const isChanged = JSON.stringify(value) !== JSON.stringify(known)

  function write(next: Value) {
    setValue(next)
    try {
      if (JSON.stringify(next) === JSON.stringify(known)) sessionStorage.removeItem(prefix + key)
      else sessionStorage.setItem(prefix + key, JSON.stringify(next))
    } catch {
      // Storage may be full or forbidden; what is written stays until the page is left.
    }
  }

  return {
    value,
    isChanged,
    change: (fields: Partial<Value>) => write({ ...value, ...fields }),
    /** back to what the server has */
    giveUp: () => write(known),
    saved: () => forgetDraft(key),
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

function read<Value extends object>(key: string, known: Value): Value {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...known, ...kept } : known
  } catch {
    return known
  }
}
