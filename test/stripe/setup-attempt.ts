import type { PaymentMethod } from './payment-method.ts'
import type { SetupIntent } from './setup-intent.ts'
import type { World } from './world.ts'

type AttemptStatus = 'requires_action' | 'succeeded' | 'failed'

function newSetupAttempt(world: World, setup: SetupIntent, method: PaymentMethod, status: AttemptStatus) {
  return {
    id: world.newId('setatt'),
    object: 'setup_attempt' as const,
    application: null,
    attach_to_self: false,
    created: world.now(),
    customer: setup.customer,
    customer_account: null,
    flow_directions: null,
    livemode: false as const,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_details: { type: 'card' as const },
    setup_error: setup.last_setup_error,
    setup_intent: setup.id,
    status,
    usage: setup.usage,
  }
}

/** One attempt to save a card for later. */
export type SetupAttempt = ReturnType<typeof newSetupAttempt>

export function recordAttempt(
  world: World,
  setup: SetupIntent,
  method: PaymentMethod,
  status: AttemptStatus,
): void {
  const attempt = newSetupAttempt(world, setup, method, status)
  world.setupAttempts.set(attempt.id, attempt)
  setup.latest_attempt = attempt.id
}
