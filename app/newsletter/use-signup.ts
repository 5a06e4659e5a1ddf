import { type FormEvent, useState } from 'react'
import { messages } from '../../domain/messages.ts'
import { track } from '../browser/analytics.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'
import { useHeldFocus } from '../ui/use-held-focus.ts'

/**
 * Signing up for the newsletter: idle, submitting, then done for good (spec §4).
 * @param source where on the site the block stands, kept with the subscriber
 */
export function useSignup(source: string) {
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'idle' | 'submitting' | 'done'>('idle')
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(event: FormEvent, name = '') {
    event.preventDefault()
    setState('submitting')
    setFailure(null)
    try {
      // Spec §5: trimmed, and no name rather than an empty one.
      const given = name.trim() ? { name: name.trim() } : {}
      await callApi('subscribeToNewsletter', { email: email.trim(), ...given, source })
      track('newsletter_signup', { source })
      setState('done')
    } catch (error) {
      const sentence = (error instanceof ApiError && error.sentence) || messages.newsletter.failedFallback
      setState('idle')
      setFailure(sentence)
      showToast({ title: messages.newsletter.failed, description: sentence, destructive: true })
    }
  }

  const { holder: form, button } = useHeldFocus<HTMLFormElement>(state === 'submitting')
  const isBlocked = email.trim() === '' || state === 'submitting'
  return { email, setEmail, failure, submit, isBlocked, isDone: state === 'done', form, button }
}
