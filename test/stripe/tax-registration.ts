import { listed, type Operations } from './operation.ts'
import type { World } from './world.ts'

export function newTaxRegistration(world: World, state: string) {
  return {
    id: world.newId('taxreg', 14),
    object: 'tax.registration' as const,
    active_from: world.now(),
    country: 'US',
    country_options: { us: { state, type: 'state_sales_tax' as const } },
    created: world.now(),
    expires_at: null as number | null,
    livemode: false as const,
    status: 'active' as 'active' | 'expired' | 'scheduled',
  }
}

export type TaxRegistration = ReturnType<typeof newTaxRegistration>

export const taxRegistrationOperations: Operations = {
  'GET /v1/tax/registrations': ({ world, params }: { world: World; params: { status?: string } }) =>
    listed(
      [...world.taxRegistrations.values()].filter(
        (registration) =>
          params.status === undefined || params.status === 'all' || registration.status === params.status,
      ),
    ),
}
