/** What the shop needs from Amazon's notification service (SNS), only in the region of its own topic. */
export type AmazonSns = {
  /** fetches a signing certificate by file name, "SimpleNotificationService-….pem". @throws if it can't be read */
  certificate(name: string): Promise<string>
  /** confirms the subscription to the topic's notifications. @throws if Amazon rejects it */
  confirm(token: string): Promise<void>
}
