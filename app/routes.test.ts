import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import { routeLimits } from '../test/route-limits.ts'
import routes from './routes.ts'

/** As React Router names a route: by the id it was given, or by its file. */
const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/^\.\//, '').replace(/\.tsx$/, '')

it('every page of visitors, members and recipients has limits for its bytes', async () => {
  const pages = (await routes).filter(({ path }) => !path?.startsWith('admin'))
  expect(Object.keys(routeLimits).sort()).toEqual(pages.map(idOf).sort())
})
