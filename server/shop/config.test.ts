import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

describe('a shop without settings', () => {
  it('runs locally with the demo, the embedded database and emails as files', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      migrationDatabaseUrl: null,
      databaseDirectUrl: null,
      databasePool: 10,
      databaseTimeout: 8,
      dataDir: path.resolve('.data'),
      backupPlace: null,
      publicUrl: 'http://localhost:3000',
      shopName: 'Belt Club',
      timeZone: 'America/New_York',
      carrier: null,
      tracesTo: null,
      supportEmail: 'support@example.com',
      postalAddress: '',
      adminUsername: 'admin',
      adminPassword: null,
      smtpUrl: null,
      smtpWithoutTls: false,
      imapUrl: null,
      imapWithoutTls: false,
      repliesByPlus: false,
      authservId: null,
      mailFrom: 'Belt Club <support@example.com>',
      socialUrl: 'https://www.instagram.com/',
      stripe: null,
      googleMapsKey: null,
      analytics: null,
      bulkMail: { perMinute: 600, sesTopicArn: null, postmarkAuth: null },
      doubleOptIn: true,
      trustProxy: 0,
      secretsKey: null,
      logLevel: 'info',
      isProduction: false,
      isSupervised: false,
      outside: { alarm: null, heartbeat: null },
      outsideAsStarted: { alarm: null, heartbeat: null },
      monitorToken: null,
      startedAs: { postalAddress: '', shopName: 'Belt Club', supportEmail: 'support@example.com' },
    })
  })

  it('treats an empty value as unset', () => {
    const empty = {
      PORT: '',
      DATABASE_URL: '',
      PUBLIC_URL: '',
      SHOP_TIME_ZONE: '',
      ADMIN_PASSWORD: '',
      ALLOW_DEMO: '',
    }
    expect(parseConfig(empty)).toEqual(parseConfig({}))
  })

  it('can’t be changed at runtime', () => {
    expect(Object.isFrozen(parseConfig({}))).toBe(true)
  })
})

describe('a setting', () => {
  it.each([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ DATABASE_URL: 'postgresql://a:b@c/d' }, { databaseUrl: 'postgresql://a:b@c/d' }],
    [{ PUBLIC_URL: 'http://belts.example/' }, { publicUrl: 'http://belts.example' }],
    [{ PUBLIC_URL: 'https://belts.example', ALLOW_DEMO: '1' }, { publicUrl: 'https://belts.example' }],
    [{ SHOP_TIME_ZONE: 'Europe/Berlin' }, { timeZone: 'Europe/Berlin' }],
    [{ SMTP_URL: 'smtps://u:p@mail.example:465' }, { smtpUrl: 'smtps://u:p@mail.example:465' }],
    [{ SMTP_URL: 'smtp://h?pool=true' }, { smtpWithoutTls: false }],
    [{ SMTP_URL: 'smtp://h?ignoreTLS=true', SMTP_WITHOUT_TLS: '1' }, { smtpWithoutTls: true }],
    [{ SHOP_NAME: ' Gürtel ', SUPPORT_EMAIL: 'hi@belts.example' }, { mailFrom: 'Gürtel <hi@belts.example>' }],
    [{ MAIL_FROM: 'Belts <b@belts.example>' }, { mailFrom: 'Belts <b@belts.example>' }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ DATA_DIR: '/var/belts' }, { dataDir: '/var/belts' }],
    [{ UNKNOWN: 'x', PATH: '/bin' }, { port: 3000 }],
    [{ SMTP_WITHOUT_TLS: '1' }, { smtpWithoutTls: true, imapWithoutTls: false }],
    [{ IMAP_WITHOUT_TLS: '1' }, { imapWithoutTls: true, smtpWithoutTls: false, repliesByPlus: false }],
    [{ IMAP_PLUS_ADDRESSES: '1' }, { repliesByPlus: true, imapWithoutTls: false }],
    [{ IMAP_AUTHSERV_ID: 'MX.Belts.Example' }, { authservId: 'mx.belts.example' }],
    [{ NEWSLETTER_DOUBLE_OPT_IN: '0' }, { doubleOptIn: false }],
    [{ MONITOR_TOKEN: 'x'.repeat(16) }, { monitorToken: 'x'.repeat(16) }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces:4318' }, { tracesTo: 'http://traces:4318' }],
    [{ NODE_ENV: 'production' }, { isProduction: true }],
    [{ NODE_ENV: 'test' }, { isProduction: false }],
    [
      { SHOP_NAME: 'Belts', POSTAL_ADDRESS: '1 Oak Road' },
      { startedAs: { shopName: 'Belts', postalAddress: '1 Oak Road' } },
    ],
  ])('%j is accepted', (env, config) => {
    expect(parseConfig(env as Record<string, string>)).toMatchObject(config)
  })

  it.each([
    [{ PORT: 'eighty' }, 'The setting PORT is wrong: it must be a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'The setting PORT is wrong: it must be a whole number from 0 to 65535.'],
    [{ PORT: '-1' }, 'The setting PORT is wrong: it must be a whole number from 0 to 65535.'],
    [{ PORT: '80.5' }, 'The setting PORT is wrong: it must be a whole number from 0 to 65535.'],
    [{ PORT: ' ' }, 'The setting PORT is wrong: it must be a whole number from 0 to 65535.'],
    [{ PORT: '0x50' }, 'The setting PORT is wrong: it must be a whole number from 0 to 65535.'],
    [
      { DATABASE_URL: 'mysql://a/b' },
      'The setting DATABASE_URL is wrong: it must begin with postgres:// or postgresql://.',
    ],
    [
      { PUBLIC_URL: 'belts.example' },
      'The setting PUBLIC_URL is wrong: it must be an address such as https://shop.example.',
    ],
    [
      { PUBLIC_URL: 'ftp://belts.example' },
      'The setting PUBLIC_URL is wrong: it must be an address such as https://shop.example.',
    ],
    [
      { SOCIAL_URL: 'javascript:alert(1)' },
      'The setting SOCIAL_URL is wrong: it must be an address such as https://shop.example.',
    ],
    [
      { MIGRATION_DATABASE_URL: 'postgres://o:p@h/d' },
      'MIGRATION_DATABASE_URL needs DATABASE_URL: the same database, for the shop itself.',
    ],
    [{ SHOP_NAME: '  ' }, 'The setting SHOP_NAME is wrong: it must not be blank.'],
    [
      { SHOP_TIME_ZONE: 'New York' },
      'The setting SHOP_TIME_ZONE is wrong: it is not a time zone such as America/New_York.',
    ],
    [{ SUPPORT_EMAIL: 'nobody' }, 'The setting SUPPORT_EMAIL is wrong: it must be an email address.'],
    [{ ADMIN_PASSWORD: 'short' }, 'The setting ADMIN_PASSWORD is wrong: it needs at least 8 characters.'],
    [
      { SMTP_URL: 'mail.example:25' },
      'The setting SMTP_URL is wrong: it must begin with smtp:// or smtps://.',
    ],
    [
      { MONITOR_TOKEN: 'x'.repeat(15) },
      'The setting MONITOR_TOKEN is wrong: it needs at least 16 characters.',
    ],
    [
      { POSTMARK_WEBHOOK_AUTH: 'postmark:elevenchars' },
      'The setting POSTMARK_WEBHOOK_AUTH is wrong: it must be user:password, with at least 12 characters of password.',
    ],
    [{ ALLOW_DEMO: 'yes' }, 'The setting ALLOW_DEMO is wrong: it must be 1 or 0.'],
    [
      { LOG_LEVEL: 'loud' },
      'The setting LOG_LEVEL is wrong: it must be one of fatal, error, warn, info, debug, silent.',
    ],
  ])('%j stops startup with a sentence that says which and why', (env, sentence) => {
    expect(() => parseConfig(env as Record<string, string>)).toThrow(new ConfigError(sentence))
  })

  it('that opens a real shop on demo payments stops startup', () => {
    expect(() => parseConfig({ PUBLIC_URL: 'https://belts.example' })).toThrow(/ALLOW_DEMO=1/)
    expect(() => parseConfig({ PUBLIC_URL: 'HTTPS://belts.example' })).toThrow(/ALLOW_DEMO=1/)
    expect(() => parseConfig({ PUBLIC_URL: 'https://belts.example', ALLOW_DEMO: '0' })).toThrow(
      /ALLOW_DEMO=1/,
    )
  })

  it.each(['ignoreTLS=true', 'a=b&requireTLS=false', 'tls.rejectUnauthorized=false', 'secure=false'])(
    'that sends unencrypted email through its %s stops startup',
    (option) => {
      const env = { SMTP_URL: `smtp://u:s3cret@h?${option}` }
      expect(() => parseConfig(env)).toThrow(/SMTP_WITHOUT_TLS=1/)
      expect(() => parseConfig(env)).not.toThrow(/s3cret/)
    },
  )

  it('that is wrong never shows a password', () => {
    for (const env of [
      { DATABASE_URL: 'mysql://u:s3cret@h/d' },
      { SMTP_URL: 'http://u:s3cret@h' },
      { ADMIN_PASSWORD: 's3cret' },
      { STRIPE_SECRET_KEY: 's3cret' },
      { STRIPE_SECRET_KEY: 'sk_live_s3cret' },
    ]) {
      expect(() => parseConfig(env)).not.toThrow(/s3cret/)
    }
  })
})

describe('where backups go', () => {
  it.each<[string, object]>([
    ['/srv/backups/', { kind: 'folder', folder: '/srv/backups' }],
    [
      'https://AKID:se%2Fcret@s3.eu-central-1.amazonaws.com/belts/our/nights?region=eu-central-1',
      {
        ...{ kind: 's3', endpoint: 'https://s3.eu-central-1.amazonaws.com', bucket: 'belts' },
        ...{
          folder: 'our/nights',
          region: 'eu-central-1',
          keyId: 'AKID',
          secret: 'se/cret',
          mayBeLocal: true,
        },
      },
    ],
  ])('can be %s', (BACKUP_PLACE, place) => {
    expect(parseConfig({ BACKUP_PLACE }).backupPlace).toEqual(place)
  })

  it.each(['backups', 'https://s3.example.com/belts', 'https://AKID:secret@s3.example.com', 'ftp://a:b@c/d'])(
    'can’t be %s',
    (BACKUP_PLACE) => {
      expect(() => parseConfig({ BACKUP_PLACE })).toThrow(/BACKUP_PLACE is wrong: it must be a folder/)
    },
  )
})
