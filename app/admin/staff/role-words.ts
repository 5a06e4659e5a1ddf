import type { Role } from '../../../domain/admin/roles.ts'

/** What each role is called, and what it may do in a sentence. */
export const roleWords: Record<Role, { name: string; says: string }> = {
  owner: { name: 'Owner', says: 'Owner: may do everything, staff and settings too.' },
  support: { name: 'Support', says: 'Support: answers customers, changes and refunds orders.' },
  packer: { name: 'Packer', says: 'Packer: sees orders, sets status and tracking, minds the stock.' },
  viewer: { name: 'Viewer', says: 'Viewer: may look, changes nothing.' },
}
