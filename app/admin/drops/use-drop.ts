import { useOutletContext } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'

/** What the desk read that a step of a drop may change: prefixes of addresses. */
export const dropAddresses = [
  '/api/admin/drops',
  '/api/admin/boxes',
  '/api/admin/belts',
  '/api/admin/forecast',
]

/** The drop of whose steps this screen is one (drop-layout.tsx). */
export function useDrop(): AdminReply<'getDrop'> {
  return useOutletContext<AdminReply<'getDrop'>>()
}
