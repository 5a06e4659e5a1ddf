import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ContactMessage } from '../../domain/contact.ts'

const key = 'contactDraft'
const empty: ContactMessage = { name: '', email: '', subject: '', category: '', orderNumber: '', message: '' }
const never = () => () => {}

/**
 * What is typed into the contact form, kept in this tab until it is sent: a reload or a trip to another page loses
 * nothing.
 */
export function useContactDraft() {
  // The server's form is empty; the one that was left is put in when the page is alive.
  const kept = useSyncExternalStore(never, read, () => null)
  const [typed, setTyped] = useState<ContactMessage | null>(null)

  useEffect(() => {
    if (typed) store(JSON.stringify(typed))
  }, [typed])

  return {
    contact: typed ?? draftIn(kept),
    change: (changes: Partial<ContactMessage>) =>
      setTyped((before) => ({ ...(before ?? draftIn(kept)), ...changes })),
    forget: () => store(null),
  }
}

function draftIn(text: string | null): ContactMessage {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return empty
    const names = Object.keys(empty) as (keyof ContactMessage)[]
    const texts = names.map((name) => [name, (kept as Record<string, unknown>)[name]])
    return { ...empty, ...Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) }
  } catch {
    return empty
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function store(text: string | null) {
  try {
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  } catch {
    // Storage may be full or forbidden; what is typed still stands until the page is left.
  }
}
