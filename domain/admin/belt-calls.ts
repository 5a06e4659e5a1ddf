import type { AdminCalls } from './admin-call.ts'

/** Calls of the admin's room of the same name. */
export const beltCalls = {} satisfies AdminCalls
