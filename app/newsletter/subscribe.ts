import { messages } from '../../domain/messages.ts'
import { ApiError, callApi } from '../browser/call-api.ts'

type Subscription = Parameters<typeof callApi<'subscribeToNewsletter'>>[1]

const { failed, failedFallback, success } = messages.newsletter

/** Signs up for the newsletter and returns the success or error sentence of spec §8. */
export async function subscribe(subscription: Subscription) {
  try {
    await callApi('subscribeToNewsletter', subscription)
    return { isDone: true, title: '', sentence: success }
  } catch (error) {
    const sentence = (error instanceof ApiError && error.sentence) || failedFallback
    return { isDone: false, title: failed, sentence }
  }
}
