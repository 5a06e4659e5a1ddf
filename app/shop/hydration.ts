/**
 * The `handle` of a route whose page works as plain HTML: it hydrates on the first touch, key or focus
 * (app/before-hydration/inline-script.ts). All other pages read browser storage or show a clock, so they hydrate after the first paint.
 */
export const hydrateOnInteraction = { hydrates: 'on interaction' } as const

/** The `handle` of a route whose page never hydrates: it is sent without the framework's scripts. */
export const withoutScripts = { hydrates: 'never' } as const
