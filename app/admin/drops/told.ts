import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'

/** For a change that failed: the server's sentence, else that nothing happened. */
export function tellFailure(error: unknown) {
  showToast({
    title: 'Error',
    description: sentenceOf(error, 'Nothing was changed. Try again.'),
    destructive: true,
  })
}
