import { Link } from 'react-router'
import { useAdmin } from '../client/use-admin.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { DemoPanel } from './demo-panel.tsx'

/** A checklist for the first day; each item checks itself off. */
export default function SetupPage() {
  const setup = useAdmin('readSetup', {})
  const lines = setup.data?.lines ?? []
  const done = lines.filter(({ isDone }) => isDone).length
  return (
    <>
      <ScreenHead
        title="Set-up"
        status={
          setup.data
            ? done === lines.length
              ? 'All done. You’re ready to sell.'
              : `${done} of ${lines.length} done. Each line checks itself off.`
            : null
        }
      >
        <button
          className="btn btn-2"
          type="button"
          disabled={setup.isFetching}
          onClick={() => void setup.refetch()}
        >
          Check again
        </button>
      </ScreenHead>
      <ListState query={setup}>
        {(data) => (
          <ol className="panel health">
            {data.lines.map(({ id, label, isDone, advice, link }) => (
              <li key={id}>
                <span className={isDone ? 'st ok' : 'st'}>
                  <span className="sr">{isDone ? 'Done: ' : 'To do: '}</span>
                  {label}
                </span>
                <Link className="text-btn" to={link.to}>
                  {link.label}
                </Link>
                {!isDone && <p>{advice}</p>}
              </li>
            ))}
          </ol>
        )}
      </ListState>
      <DemoPanel />
    </>
  )
}
