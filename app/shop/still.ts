/**
 * The `handle` of a route whose page is whole as the server sent it: React comes to it with the first touch, key or focus
 * (app/early/early.ts). All others, which read what the browser keeps or count time, have it come once they are seen.
 */
export const still = { comesAlive: 'when touched' } as const
