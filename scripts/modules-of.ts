import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What pages need of the project's own modules and styles, so that the build can keep apart what only others need.
 * @param seeds absolute paths of modules
 * @param withLate also what is only fetched once it is used
 * @returns absolute paths, the seeds among them
 */
export function modulesOf(seeds: readonly string[], withLate: boolean): Set<string> {
  const found = new Set(seeds)
  // A set's loop also comes to what is added on the way.
  for (const file of found) {
    const text = readFileSync(file, 'utf8')
    for (const [, what = '', name] of text.matchAll(
      /^(?:import|export)\s(?:([^'"`()=]+)\sfrom\s)?'(\.[^']+\.(?:tsx?|css))'/gm,
    )) {
      if (!isOnlyTypes(what)) found.add(path.resolve(path.dirname(file), name!))
    }
    if (!withLate) continue
    for (const [, name] of text.matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g)) {
      found.add(path.resolve(path.dirname(file), name!))
    }
  }
  return found
}

function isOnlyTypes(what: string): boolean {
  if (/^type\s/.test(what)) return true
  const [, names = 'all'] = /^\{([\s\S]*)\}\s*$/.exec(what) ?? []
  return names.split(',').every((name) => name.trim() === '' || /^\s*type\s/.test(name))
}
