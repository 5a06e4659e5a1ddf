import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../client/use-admin.ts'

/** Says that nothing was changed, and why. */
export const tell = (error: Error) =>
  showToast({ title: 'Error', description: sentenceOf(error, 'Nothing was changed.'), destructive: true })
