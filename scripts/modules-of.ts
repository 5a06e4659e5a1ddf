import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The project's own modules and styles that pages need, so that the build can separate what only others need.
 * @param seeds absolute paths of modules
 * @param withLate includes modules that are imported on demand
 * @returns absolute paths, including the seeds
 */
export function modulesOf(seeds: readonly string[], withLate: boolean): Set<string> {
  const found = new Set(seeds)
  // Iterating a set also visits items added during the loop.
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
