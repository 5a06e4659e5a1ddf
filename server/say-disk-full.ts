import { isDiskFull } from '../db/is-away.ts'
import type { Shop } from './shop.ts'

/** Tells the owner in the log what a full disk asks for, when it is that. */
export function sayDiskFull(shop: Shop, error: unknown) {
  if (!isDiskFull(error)) return
  shop.log.error('The disk of the database is full: make room there; the shop then goes on by itself.')
}
