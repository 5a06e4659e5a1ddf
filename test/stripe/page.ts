import type { Listed } from './operation.ts'
import { invalidRequest, noSuch } from './refusal.ts'

type PageParams = { limit?: number; starting_after?: string; ending_before?: string }

/** Cuts a page from a newest-first list, as Stripe does: 10 by default, at most 100. */
export function pageOf(listed: Listed, params: PageParams, url: string) {
  const { limit = 10, starting_after, ending_before } = params
  if (limit < 1 || limit > 100)
    throw invalidRequest('Invalid integer: limit must be between 1 and 100', { param: 'limit' })
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalidRequest('You can only specify one of these parameters: starting_after, ending_before.')
  const { all } = listed
  if (ending_before !== undefined) {
    const end = placeOf(all, ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list' as const, data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = starting_after === undefined ? 0 : placeOf(all, starting_after, 'starting_after') + 1
  return {
    object: 'list' as const,
    data: all.slice(start, start + limit),
    has_more: all.length > start + limit,
    url,
  }
}

function placeOf(all: { id: string }[], id: string, param: string): number {
  const place = all.findIndex((object) => object.id === id)
  if (place === -1) throw noSuch('object', id, param, 400)
  return place
}
