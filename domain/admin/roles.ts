/** What one of the staff may be; what each may do is domain/admin/permissions.ts. */
export const roles = ['owner', 'support', 'packer', 'viewer'] as const

export type Role = (typeof roles)[number]
