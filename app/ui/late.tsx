import { type ComponentType, lazy } from 'react'
import { NotLoaded } from './not-loaded.tsx'

/** React's lazy for a part of a page that stands without it: one that cannot be fetched says so in its place. */
export function late<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotLoaded }),
    ),
  )
}
