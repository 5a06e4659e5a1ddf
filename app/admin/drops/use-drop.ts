import { useOutletContext } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'

/** What a step of a drop may change, as URL prefixes to fetch again. */
export const dropAddresses = [
  '/api/admin/drops',
  '/api/admin/boxes',
  '/api/admin/belts',
  '/api/admin/forecast',
  // The header's figures.
  '/api/admin/promises',
]

/** The drop this step belongs to (drop-layout.tsx). */
export function useDrop(): AdminReply<'getDrop'> {
  return useOutletContext<AdminReply<'getDrop'>>()
}
