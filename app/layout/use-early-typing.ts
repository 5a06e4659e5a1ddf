import { useEffect } from 'react'

/** Tells React what was typed and chosen before it took the page over: the fields show it, their owners do not know. */
export function useEarlyTyping() {
  useEffect(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input,textarea,select')) {
      const { value, defaultValue } = field
      if (!value || value === defaultValue) continue
      // By the element's own setter, which React does not watch: to it the value is new.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
      field.value = ''
      set!.call(field, value)
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }, [])
}
