import { useEffect, useState } from 'react'

/** After so long without a key, what stands in a field is meant. */
const pauseMs = 1500

/** True once a filled field was left, or typing in it paused: an error before that would only interrupt. */
export function useSettled(value: string) {
  const [isSettled, setIsSettled] = useState(value !== '')

  useEffect(() => {
    if (isSettled || value === '') return
    const timer = setTimeout(() => setIsSettled(true), pauseMs)
    return () => clearTimeout(timer)
  }, [isSettled, value])

  return { isSettled, leave: () => setIsSettled(isSettled || value !== '') }
}
