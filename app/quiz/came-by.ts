import { direct, type QuizSource } from '../../domain/quiz-source.ts'

/** Letters that the call takes. */
const longest = 200

/**
 * What brought the visitor: the words of the link that opened this document, else the site that it stood on, else nothing. It's
 * read where it stands anyway and kept nowhere, so it's gone once another page of ours is opened: undefined
 * (docs/decisions/062).
 */
export function cameBy(): QuizSource | undefined {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const link = new URL(opened?.name || location.href)
  const said = (part: string) => (link.searchParams.get(`utm_${part}`) ?? '').slice(0, longest)
  const named = { source: said('source'), medium: said('medium'), campaign: said('campaign') }
  if (named.source || named.medium || named.campaign) return named
  const host = document.referrer && new URL(document.referrer).hostname
  if (host && host !== location.hostname) return { ...direct, source: host.replace(/^www\./, '') }
  const isAgain = host || opened?.type === 'reload' || opened?.type === 'back_forward'
  return isAgain ? undefined : direct
}
