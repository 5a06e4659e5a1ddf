/** Where belts go, with the local sales tax in thousandths of a percent: California's districts have their own rates. */
export type Place = { city: string; state: string; zipCode: string; rate: number }

export const portland: Place = { city: 'Portland', state: 'OR', zipCode: '97209', rate: 0 }
export const missionDistrict: Place = {
  city: 'San Francisco',
  state: ' california ',
  zipCode: '94110',
  rate: 8625,
}
export const losAngeles: Place = { city: 'Los Angeles', state: 'CA', zipCode: '90012', rate: 9750 }
const newYork: Place = { city: 'New York', state: 'NY', zipCode: '10001', rate: 0 }

export const places = [portland, missionDistrict, losAngeles, newYork]

/** Integer cents of tax on a net amount in integer cents, rounded half up. */
export function taxAt(place: Place, netCents: number): number {
  return Math.round((netCents * place.rate) / 100_000)
}
