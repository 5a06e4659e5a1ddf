import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useChange } from '../client/use-admin.ts'

/** Whether owners must have a second step. */
export function OwnersTwoStep({ isNeeded }: { isNeeded: boolean }) {
  const set = useChange('setOwnersTwoStep', {
    changes: ['/api/admin/settings', '/api/auth/me'],
    onSuccess: (_, input) =>
      showToast({
        title: input.isNeeded ? 'Two steps are mandatory' : 'Two steps are optional',
        description: input.isNeeded
          ? 'An owner without a passkey or an app sets one up first.'
          : 'Owners choose for themselves.',
      }),
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Nothing was changed.'),
        destructive: true,
      }),
  })
  return (
    <section className="panel adm-form" aria-labelledby="owners-two-step">
      <h2 id="owners-two-step">Owners’ sign-in</h2>
      <p role="status">
        {isNeeded ? (
          <>
            <span className="st ok">Two steps, always.</span> Owners need a passkey or an app’s codes.
          </>
        ) : (
          <>
            <span className="st wn">One step is enough.</span> An owner’s password alone opens the desk.
          </>
        )}
      </p>
      <button
        className="btn btn-2"
        type="button"
        disabled={set.isPending}
        onClick={() => set.mutate({ isNeeded: !isNeeded })}
      >
        {isNeeded ? 'Make the second step optional' : 'Make a second step mandatory'}
      </button>
    </section>
  )
}
