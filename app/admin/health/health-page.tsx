import { Link } from 'react-router'
import { useAdmin } from '../client/use-admin.ts'
import { Instant, ListState } from '../ui/list-state.tsx'

const words = { good: 'Every promise is kept', watch: 'Something needs a look', bad: 'Something is wrong' }
const signs = { good: 'ok', watch: 'wn', bad: 'no' }
const spoken = { good: 'Good', watch: 'Look', bad: 'Wrong' }

/** The shop's health checks, each with its fix (club-rules.md "Health"). */
export default function HealthPage() {
  const health = useAdmin('readHealth', {})
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Health</h1>
          <p className="quiet" role="status">
            {health.data ? (
              <>
                {words[health.data.state]}, as of <Instant at={health.data.at} />
              </>
            ) : (
              'Looking …'
            )}
          </p>
        </div>
        <button
          className="btn btn-2"
          type="button"
          disabled={health.isFetching}
          onClick={() => void health.refetch()}
        >
          Look again
        </button>
      </div>
      <ListState query={health}>
        {({ lines }) => (
          <ul className="panel health">
            {lines.map(({ id, label, value, state, advice, link }) => (
              <li key={id}>
                <span className={`st ${signs[state]}`}>
                  <span className="sr">{spoken[state]}: </span>
                  {label}
                </span>
                <b className="num">{value}</b>
                {advice && (
                  <p>
                    {advice}{' '}
                    {link && (
                      <Link className="text-btn" to={link.to}>
                        {link.label}
                      </Link>
                    )}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </>
  )
}
