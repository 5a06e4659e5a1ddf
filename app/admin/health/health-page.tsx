import { Link } from 'react-router'
import { useAdmin } from '../client/use-admin.ts'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'

const words = { good: 'Every promise is kept', watch: 'Something needs a look', bad: 'Something is wrong' }
const signs = { good: 'ok', watch: 'wn', bad: 'no' }
const spoken = { good: 'Good', watch: 'Look', bad: 'Wrong' }

/** The shop's health checks, each with its fix (club-rules.md "Health"). */
export default function HealthPage() {
  const health = useAdmin('readHealth', {})
  return (
    <>
      <ScreenHead
        title="Health"
        status={
          health.data ? (
            <>
              {words[health.data.state]}, as of <Instant at={health.data.at} />
            </>
          ) : (
            'Checking …'
          )
        }
      >
        <button
          className="btn btn-2"
          type="button"
          disabled={health.isFetching}
          onClick={() => void health.refetch()}
        >
          Look again
        </button>
      </ScreenHead>
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
                    {advice.split('`').map((part, index) =>
                      index % 2 === 1 ? (
                        <code key={part} style={{ whiteSpace: 'nowrap' }}>
                          {part}
                        </code>
                      ) : (
                        part
                      ),
                    )}{' '}
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
