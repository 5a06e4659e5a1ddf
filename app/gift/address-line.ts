import type { AddressView } from '../../domain/membership-view.ts'

/** "Thomas Ellison, 418 Alder Street, Portland, OR 97209" */
export function addressLine({ fullName, address, address2, city, state, zipCode }: AddressView): string {
  return [fullName, address, address2, city, `${state} ${zipCode}`.trim()]
    .filter((part) => part !== '')
    .join(', ')
}
