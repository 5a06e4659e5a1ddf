import { emit } from './event.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { noSuch } from './refusal.ts'
import { subscriptionOf } from './subscription.ts'
import { type CreateParams, createSubscription } from './subscription-create.ts'
import { endSubscription, expireIncomplete } from './subscription-end.ts'
import { type UpdateParams, updateSubscription } from './subscription-update.ts'
import type { World } from './world.ts'

type ListParams = { customer?: string; price?: string; status?: string; created?: CreatedRange }
type CancelParams = { cancellation_details?: { comment?: string; feedback?: string } }

export const subscriptionOperations: Operations = {
  'POST /v1/subscriptions': ({ world, params }: { world: World; params: CreateParams }) =>
    createSubscription(world, params),
  'GET /v1/subscriptions/{id}': ({ world, id }) => subscriptionOf(world, id),
  'POST /v1/subscriptions/{id}': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: UpdateParams
  }) => updateSubscription(world, subscriptionOf(world, id), params),
  'DELETE /v1/subscriptions/{id}': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: CancelParams
  }) => {
    const subscription = subscriptionOf(world, id)
    const { status } = subscription
    if (status === 'canceled' || status === 'incomplete_expired') throw noSuch('subscription', id)
    Object.assign(subscription.cancellation_details, params.cancellation_details)
    if (status === 'incomplete') {
      expireIncomplete(world, subscription)
      emit(world, 'customer.subscription.deleted', subscription)
    } else endSubscription(world, subscription, 'cancellation_requested')
    return subscription
  },
  // docs.stripe.com/api/subscription_schedules/release: nothing more is scheduled, and the subscription goes on.
  'POST /v1/subscription_schedules/{id}/release': ({ world, id }) => {
    const subscription = [...world.subscriptions.values()].find(({ schedule }) => schedule === id)
    if (!subscription) throw noSuch('subscription schedule', id)
    subscription.schedule = null
    emit(world, 'customer.subscription.updated', subscription)
    return { id, object: 'subscription_schedule', status: 'released', released_subscription: subscription.id }
  },
  // Without a status, ended ones are left out.
  'GET /v1/subscriptions': ({ world, params }: { world: World; params: ListParams }) =>
    listed(
      [...world.subscriptions.values()].filter(
        (subscription) =>
          (params.customer === undefined || subscription.customer === params.customer) &&
          (params.price === undefined ||
            subscription.items.data.some((item) => item.price.id === params.price)) &&
          matches(subscription.status, params.status) &&
          isCreatedIn(params.created, subscription.created),
      ),
    ),
}

function matches(status: string, wanted: string | undefined): boolean {
  if (wanted === 'all') return true
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired'
  if (wanted === undefined) return status !== 'canceled' && status !== 'incomplete_expired'
  return status === wanted
}
