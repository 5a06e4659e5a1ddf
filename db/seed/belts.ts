import { menBelts } from './men-belts.ts'
import type { SeedBelt } from './seed-belt.ts'
import { womenBelts } from './women-belts.ts'

/** All belts of a new shop. */
export const belts: readonly SeedBelt[] = [...menBelts, ...womenBelts]
