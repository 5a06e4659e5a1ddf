import { type ComponentType, lazy, useState } from 'react'

import { noAnswer, reload } from '../browser/reload.ts'
import { Icon } from './icons.tsx'

/** React's lazy for a part of a page that stands without it: one that cannot be fetched says so in its place. */
export function late<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotLoaded }),
    ),
  )
}

/**
 * In place of what could not be fetched: on a bad line, or because the shop was renewed since the page was loaded. Only
 * a page from scratch is sure to have it: browsers keep a failure, and a renewed shop has other files.
 */
export function NotLoaded() {
  const [tries, setTries] = useState(0)
  return (
    <div className="not-loaded" ref={(part) => part?.scrollIntoView({ block: 'nearest' })}>
      <p className="alert bad" role="alert" key={tries}>
        <Icon name="alert" />
        {tries ? noAnswer : 'This did not load. Reload the page; nothing you typed is lost.'}
      </p>
      <button className="btn btn-2" type="button" onClick={() => reload().catch(() => setTries(tries + 1))}>
        Reload the page
      </button>
    </div>
  )
}
