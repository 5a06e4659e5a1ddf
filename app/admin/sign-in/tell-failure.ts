import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'

/** Spec §8: the server's sentence, or 'Invalid credentials'. */
export function tellFailure(error: unknown) {
  const description = sentenceOf(error, 'Invalid credentials')
  showToast({ title: 'Login failed', description, destructive: true })
}
