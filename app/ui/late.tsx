import { type ComponentType, lazy, useState } from 'react'
import { noAnswer, reload } from '../browser/reload.ts'
import { Icon } from './icons.tsx'

/** Like React's lazy, for parts that the page can do without: if one can't be loaded, a message takes its place. */
export function late<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotLoaded }),
    ),
  )
}

/**
 * Shown if a part can't be loaded, on a bad connection or after a deployment. Only a full reload is sure to help:
 * browsers cache the failure, and a new deployment has other files.
 */
export function NotLoaded() {
  const [tries, setTries] = useState(0)
  return (
    <div className="not-loaded" ref={(part) => part?.scrollIntoView({ block: 'nearest' })}>
      <p className="alert bad" role="alert" key={tries}>
        <Icon name="alert" />
        {tries ? noAnswer : 'This didn’t load. Reload the page. Nothing you typed is lost.'}
      </p>
      <button className="btn btn-2" type="button" onClick={() => reload().catch(() => setTries(tries + 1))}>
        Reload the page
      </button>
    </div>
  )
}
