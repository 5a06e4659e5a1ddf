import * as z from 'zod'

/** The settings of letters to many, and of who tells which of them came back. */
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
  /** mails of letters that leave in a minute, all processes together */
  perMinute: number
  /** the topic at which Amazon SES publishes bounces and complaints; null: no notifications are accepted */
  sesTopicArn: string | null
  /** "user:password" with which Postmark signs in to tell of bounces; null: nobody is trusted */
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
