import { useState } from 'react'
import { toastFailedChange, useAdmin, useChange } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'

/** Milliseconds between looks while it's being filled. */
const lookEvery = 1_000

/** Fills a demo shop with an invented year, or takes it away. Nothing in a real shop. */
export function DemoPanel() {
  const demo = useAdmin(
    'readDemo',
    {},
    { lookAgain: (reply) => (reply?.state === 'busy' ? lookEvery : false) },
  )
  const [isAsking, setAsking] = useState(false)
  const changes = ['/api/admin/demo']
  const fill = useChange('fillDemo', { changes, onError: toastFailedChange })
  // Every list and figure of the admin is another one then, and so are the public pages.
  const remove = useChange('removeDemo', { onSuccess: () => location.reload(), onError: toastFailedChange })
  if (!demo.data?.isPossible) return null
  const { state, percent, step, problem } = demo.data
  return (
    <section className="panel adm-form" aria-labelledby="demo-title">
      <h2 id="demo-title">An invented year</h2>
      {state === 'absent' && (
        <>
          <p>
            See this shop with twelve months behind it: forty people who don’t exist, their belts, letters,
            exchanges and gifts, and a dispute. Everything says that it’s invented, and no email leaves. It
            works in a new shop only, and you can take it away again.
          </p>
          {problem && <p role="alert">{problem}</p>}
          <button
            className="btn btn-2"
            type="button"
            disabled={fill.isPending}
            onClick={() => fill.mutate({})}
          >
            Fill with an invented year
          </button>
        </>
      )}
      {state === 'busy' && (
        <>
          <progress max={100} value={percent} aria-labelledby="demo-title" style={{ inlineSize: '100%' }} />
          <p role="status">{`${step}. ${percent}% done. You can leave this page.`}</p>
        </>
      )}
      {state === 'filled' && (
        <>
          <p role="status">Every person, order and review in this shop is invented.</p>
          <button className="btn btn-2" type="button" onClick={() => setAsking(true)}>
            Take it away
          </button>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Take the invented year away?"
          action="Take it away"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({})}
          onClose={() => setAsking(false)}
        >
          <p>
            The shop is then what it was before. Whatever you’ve done in it since goes too: belts, letters,
            settings and test orders. Only staff accounts stay.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
