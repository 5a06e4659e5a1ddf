import { useOutletContext } from 'react-router'
import type { AdminReply } from '../../../domain/admin/calls.ts'

/** The drop of whose steps this screen is one (drop-layout.tsx). */
export function useDrop(): AdminReply<'getDrop'> {
  return useOutletContext<AdminReply<'getDrop'>>()
}
