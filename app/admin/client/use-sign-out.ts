import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../browser/call-api.ts'
import { toastUnmade, useChange } from './use-admin.ts'

/**
 * Ends the session and leads to the login form (spec §4), with nothing of the admin left on screen; so does a session that
 * has already ended.
 */
export function useSignOut() {
  const client = useQueryClient()
  const leave = () => void client.resetQueries()
  return useChange('signOut', {
    onSuccess: leave,
    onError: (error) =>
      error instanceof ApiError && error.status === 401
        ? leave()
        : toastUnmade(
            error,
            'You’re still signed in. Try again.',
            'The shop didn’t answer. You may still be signed in. Try again.',
          ),
  })
}
