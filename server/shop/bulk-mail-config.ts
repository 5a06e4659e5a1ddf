import * as z from 'zod'

/** Settings for bulk email, and for the service that reports bounces. */
export const bulkMailEnvironment = {
  LETTERS_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'it must be a whole number from 1 to 999999')
    .default('600')
    .transform(Number),
  SES_TOPIC_ARN: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
      'it must look like arn:aws:sns:us-east-1:123456789012:bounces',
    )
    .optional(),
  POSTMARK_WEBHOOK_AUTH: z
    .string()
    .regex(/^[^:\s]+:\S{12,}$/, 'it must be user:password, with at least 12 characters of password')
    .optional(),
}

export type BulkMailConfig = Readonly<{
  /** letter emails sent per minute, across all processes */
  perMinute: number
  /** the topic where Amazon SES publishes bounces and complaints; null: no notifications are accepted */
  sesTopicArn: string | null
  /** "user:password" that Postmark uses to report bounces; null: no reports are accepted */
  postmarkAuth: string | null
}>

const environment = z.object(bulkMailEnvironment)

export function parseBulkMail(value: z.output<typeof environment>): BulkMailConfig {
  return Object.freeze({
    perMinute: value.LETTERS_PER_MINUTE,
    sesTopicArn: value.SES_TOPIC_ARN ?? null,
    postmarkAuth: value.POSTMARK_WEBHOOK_AUTH ?? null,
  })
}
