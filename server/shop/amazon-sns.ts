/** What the shop asks of Amazon's notification service: addresses of the setting's own region alone. */
export type AmazonSns = {
  /** the certificate of a file name, "SimpleNotificationService-….pem". @throws when it can't be read */
  certificate(name: string): Promise<string>
  /** says that the topic's notifications are wanted. @throws when Amazon doesn't take it */
  confirm(token: string): Promise<void>
}
