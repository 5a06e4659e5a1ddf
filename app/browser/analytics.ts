type DataLayer = Record<string, unknown>[]

/**
 * Reports an event of spec §1 to the tag manager's data layer, if one was loaded. Nothing is loaded without ids, nor
 * where the visitor refuses, so this does nothing then.
 */
export function track(event: string, parameters: Record<string, unknown> = {}) {
  const { dataLayer } = window as unknown as { dataLayer?: DataLayer }
  dataLayer?.push({ event, ...parameters })
}
