/** What the desk read that a step of a drop may change: prefixes of addresses. */
export const dropAddresses = [
  '/api/admin/drops',
  '/api/admin/boxes',
  '/api/admin/belts',
  '/api/admin/forecast',
]
