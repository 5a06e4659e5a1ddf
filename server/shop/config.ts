import path from 'node:path'
import * as z from 'zod'
import { isTimeZone } from '../../domain/calendar-date.ts'
import type { BackupAddress } from './backup-place.ts'
import { parseTrustedProxies, type TrustedProxies } from './caller.ts'
import type { OutsideAddresses } from './outside.ts'
import { parseKey } from './secrets.ts'
import {
  type AnalyticsConfig,
  analyticsEnvironment,
  type BulkMailConfig,
  backupEnvironment,
  bulkMailEnvironment,
  type CarrierConfig,
  ConfigError,
  carrierEnvironment,
  outsideEnvironment,
  parseAnalytics,
  parseBulkMail,
  parseCarrier,
  parseOutside,
  parseStripe,
  type StripeConfig,
  stripeEnvironment,
} from './services-config.ts'

export { ConfigError }

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `it must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `it must be a whole number from ${least} to ${most}`)
const text = z.string().trim().min(1, 'it must not be blank')
const optional = text.optional()
const address = z.url({ protocol: /^https?$/, error: 'it must be an address such as https://shop.example' })
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'it must begin with postgres:// or postgresql://')
  .optional()
const flag = z
  .enum(['0', '1', 'true', 'false'], 'it must be 1 or 0')
  .default('0')
  .transform((value) => value === '1' || value === 'true')

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: databaseUrl,
  MIGRATION_DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_POOL: wholeNumber(2, 100).default(10),
  DATABASE_TIMEOUT: wholeNumber(2, 60).default(8),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: address.optional(),
  SHOP_NAME: text.default('Belt Club'),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'it is not a time zone such as America/New_York')
    .default('America/New_York'),
  SUPPORT_EMAIL: z.email('it must be an email address').default('support@example.com'),
  POSTAL_ADDRESS: z.string().default(''),
  ADMIN_USERNAME: text.default('admin'),
  ADMIN_PASSWORD: z.string().min(8, 'it needs at least 8 characters').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'it must begin with smtp:// or smtps://')
    .optional(),
  SMTP_WITHOUT_TLS: flag,
  IMAP_URL: z
    .url({
      protocol: /^imaps?$/,
      error: 'it must be an address such as imaps://user:password@imap.example/INBOX',
    })
    .optional(),
  IMAP_WITHOUT_TLS: flag,
  IMAP_PLUS_ADDRESSES: flag,
  IMAP_AUTHSERV_ID: optional,
  MAIL_FROM: optional,
  SOCIAL_URL: address.optional(),
  ...stripeEnvironment,
  ...carrierEnvironment,
  ...bulkMailEnvironment,
  NEWSLETTER_DOUBLE_OPT_IN: flag.prefault('1'),
  GOOGLE_MAPS_API_KEY: optional,
  ...analyticsEnvironment,
  ALLOW_DEMO: flag,
  SUPERVISED: flag,
  // Set by systemd for what it starts.
  INVOCATION_ID: z.optional(z.string()),
  ...outsideEnvironment,
  ...backupEnvironment,
  MONITOR_TOKEN: z.optional(z.string().check(z.minLength(16, 'it needs at least 16 characters'))),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  SECRETS_KEY: z
    .string()
    .refine(
      (value) => parseKey(value) !== null,
      'it must be 32 bytes as base64, as `openssl rand -base64 32` makes them',
    )
    .optional(),
  TRUST_PROXY: z
    .string()
    .default('0')
    .transform((value, context) => {
      const trusted = parseTrustedProxies(value)
      if (trusted !== null) return trusted
      context.addIssue(
        'it must be the number of proxies in front, or their networks, such as 10.0.0.0/8,fd00::/8',
      )
      return z.NEVER
    }),
  NODE_ENV: optional,
  LOG_LEVEL: z.enum(logLevels, `it must be one of ${logLevels.join(', ')}`).default('info'),
})

/** The settings of one shop process, parsed once and frozen. */
export type Config = Readonly<{
  port: number
  host: string
  /** null: use the embedded database in `dataDir` */
  databaseUrl: string | null
  /** the same database with a user who may change its tables; null: the user of `databaseUrl` does that */
  migrationDatabaseUrl: string | null
  /** the same database without the pooler of `databaseUrl`; null: there is none */
  databaseDirectUrl: string | null
  /** the maximum number of connections of this process */
  databasePool: number
  /** seconds that a statement for which somebody waits may take */
  databaseTimeout: number
  /** absolute path */
  dataDir: string
  /** without a trailing slash */
  publicUrl: string
  shopName: string
  /** IANA name; every calendar day of the shop is a day of this zone */
  timeZone: string
  supportEmail: string
  postalAddress: string
  adminUsername: string
  adminPassword: string | null
  /** null: emails are written as files to `dataDir`/mail */
  smtpUrl: string | null
  /** also send emails through a server without TLS */
  smtpWithoutTls: boolean
  mailFrom: string
  /** null: incoming emails are read as files from `dataDir`/inbox */
  imapUrl: string | null
  /** also read emails from a server without TLS */
  imapWithoutTls: boolean
  /** replies go to an address of their own, `support+…@`, which identifies the email they answer */
  repliesByPlus: boolean
  /** the name our own mail server uses in Authentication-Results (RFC 8601 §2.5); null: no such header is trusted */
  authservId: string | null
  /** '': none, and no page links to it */
  socialUrl: string
  /** null: demo payments, where no money moves */
  stripe: StripeConfig | null
  /** null: labels are bought elsewhere; in a demo, specimens are drawn */
  carrier: CarrierConfig | null
  /** for address autocomplete in the quiz; null: Stripe's, or none */
  googleMapsKey: string | null
  /** null: no analytics, and nothing is loaded from other sites */
  analytics: AnalyticsConfig | null
  /** Settings for bulk email */
  bulkMail: BulkMailConfig
  /** an address joins the list only after its owner confirms by an emailed link */
  doubleOptIn: boolean
  /** which proxies' X-Forwarded-For is trusted (server/shop/caller.ts); 0: none */
  trustProxy: TrustedProxies
  /** encrypts two-step secrets; null: use the key in `dataDir`/keys/secrets */
  secretsKey: Buffer | null
  /** lets a monitor read the health page (server/http/monitor.ts); null: only after signing in */
  monitorToken: string | null
  /** where alarms are told, as started and as set in the admin (server/settings/settings.ts) */
  outside: OutsideAddresses
  outsideAsStarted: OutsideAddresses
  /** where backups go; null: where the owner said in the admin */
  backupPlace: BackupAddress | null
  /** whether something starts the process again when it ends */
  isSupervised: boolean
  /** the collector traces are sent to; null: no tracing */
  tracesTo: string | null
  logLevel: string
  /** false in development and tests, where a reply with more than its schema throws instead of being trimmed */
  isProduction: boolean
  /** name and addresses from the environment, before the owner's settings in the admin (server/settings/settings.ts) */
  startedAs: Readonly<{ shopName: string; supportEmail: string; postalAddress: string }>
}>

/**
 * Parses the environment.
 * @throws ConfigError naming the first wrong setting
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  // An empty value counts as not set, as in an env file with blanks to fill in.
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`The setting ${issue?.path.join('.')} is wrong: ${issue?.message}.`)
  }
  const value = parsed.data
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '')
  for (const name of ['MIGRATION_DATABASE_URL', 'DATABASE_DIRECT_URL'] as const)
    if (value[name] && !value.DATABASE_URL)
      throw new ConfigError(`${name} needs DATABASE_URL: the same database, for the shop itself.`)
  const stripe = parseStripe(value, publicUrl)
  if (!stripe) refuseDemo(value, publicUrl)
  refuseWithoutTls(value)
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL ?? null,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL ?? null,
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? null,
    databasePool: value.DATABASE_POOL,
    databaseTimeout: value.DATABASE_TIMEOUT,
    dataDir: path.resolve(value.DATA_DIR),
    publicUrl,
    shopName: value.SHOP_NAME,
    timeZone: value.SHOP_TIME_ZONE,
    supportEmail: value.SUPPORT_EMAIL,
    postalAddress: value.POSTAL_ADDRESS,
    adminUsername: value.ADMIN_USERNAME,
    adminPassword: value.ADMIN_PASSWORD ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    smtpWithoutTls: value.SMTP_WITHOUT_TLS,
    mailFrom: value.MAIL_FROM ?? `${value.SHOP_NAME} <${value.SUPPORT_EMAIL}>`,
    imapUrl: value.IMAP_URL ?? null,
    imapWithoutTls: value.IMAP_WITHOUT_TLS,
    repliesByPlus: value.IMAP_PLUS_ADDRESSES,
    authservId: value.IMAP_AUTHSERV_ID?.toLowerCase() ?? null,
    // A demo shows every part of the shop; a real shop has a profile or none.
    socialUrl: value.SOCIAL_URL ?? (stripe ? '' : 'https://www.instagram.com/'),
    stripe,
    carrier: parseCarrier(value, value.POSTAL_ADDRESS),
    googleMapsKey: value.GOOGLE_MAPS_API_KEY ?? null,
    analytics: parseAnalytics(value),
    bulkMail: parseBulkMail(value),
    doubleOptIn: value.NEWSLETTER_DOUBLE_OPT_IN,
    trustProxy: value.TRUST_PROXY,
    secretsKey: value.SECRETS_KEY ? parseKey(value.SECRETS_KEY) : null,
    monitorToken: value.MONITOR_TOKEN ?? null,
    outside: parseOutside(value),
    outsideAsStarted: parseOutside(value),
    backupPlace: value.BACKUP_PLACE ?? null,
    isSupervised: value.SUPERVISED || value.INVOCATION_ID !== undefined,
    tracesTo: value.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: value.LOG_LEVEL,
    isProduction: value.NODE_ENV === 'production',
    startedAs: {
      ...{ shopName: value.SHOP_NAME, supportEmail: value.SUPPORT_EMAIL },
      postalAddress: value.POSTAL_ADDRESS,
    },
  })
}

function refuseDemo(value: z.output<typeof environment>, publicUrl: string) {
  if (/^https:/i.test(publicUrl) && !value.ALLOW_DEMO) {
    throw new ConfigError(
      'PUBLIC_URL is https, so this is a real shop, but payments are the demo: set STRIPE_SECRET_KEY, or ALLOW_DEMO=1 to open it all the same.',
    )
  }
}

// Query parameters of the URL are options of the mail library, and would override ours.
function refuseWithoutTls(value: z.output<typeof environment>) {
  if (value.SMTP_WITHOUT_TLS || !/[?&](\w*tls|secured?)\b/i.test(value.SMTP_URL ?? '')) return
  throw new ConfigError(
    'SMTP_URL changes how mails are encrypted behind its ?: begin it with smtps:// (TLS at once) or smtp:// (STARTTLS), or set SMTP_WITHOUT_TLS=1 if your mail server has no TLS.',
  )
}
