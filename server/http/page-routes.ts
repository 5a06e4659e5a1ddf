/** A page's route for a path. */
export type PageMatch = {
  /** the path as the route spells it: `/belts` for `/Belts` */
  path: string
  /** the ids of its route and of those around it, the outermost first */
  ids: string[]
}

type Route = { id: string; parentId?: string; path?: string; index?: boolean }

/**
 * Finds a path's page among the routes of the build. React Router's own search takes the routes apart for each call; this
 * one runs for each request.
 */
export function pageRoutes(routes: readonly Route[]): (path: string) => PageMatch | null {
  const byId = new Map(routes.map((route) => [route.id, route]))
  function lineOf(route: Route): Route[] {
    const parent = route.parentId === undefined ? undefined : byId.get(route.parentId)
    return parent ? [...lineOf(parent), route] : [route]
  }
  const all = routes.flatMap((route) => {
    // Without the catch-all route, which is the 404 page.
    if (route.path === '*' || (route.path === undefined && !route.index)) return []
    const line = lineOf(route)
    const names = line.flatMap(({ path = '' }) => path.split('/')).filter(Boolean)
    return [{ names, ids: line.map(({ id }) => id) }]
  })
  // `belts/new` before `belts/:beltId`, and the page within a layout before the layout alone.
  const rank = (names: string[]) => names.map((name) => (name[0] === ':' ? '1' : '0')).join('')
  all.sort(
    (one, other) => rank(one.names).localeCompare(rank(other.names)) || other.ids.length - one.ids.length,
  )
  return (path) => {
    const parts = path.split('/').filter(Boolean)
    const found = all.find(
      ({ names }) =>
        names.length === parts.length &&
        names.every((name, at) => name[0] === ':' || name === parts[at]!.toLowerCase()),
    )
    if (!found) return null
    const { names, ids } = found
    return { path: `/${names.map((name, at) => (name[0] === ':' ? parts[at] : name)).join('/')}`, ids }
  }
}
