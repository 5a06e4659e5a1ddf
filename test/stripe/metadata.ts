export type Metadata = Record<string, string>

/** Metadata after a request: new keys are added, keys set to '' are removed, and '' as a whole clears it. */
export function mergeMetadata(before: Metadata, change: Metadata | '' | undefined): Metadata {
  if (change === undefined) return before
  if (change === '') return {}
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}
