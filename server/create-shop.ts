import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freeBytes, ownFolder } from '../db/data-folder.ts'
import type { OpenDatabase } from '../db/database.ts'
import { backupFolder } from './adapters/backup-folder.ts'
import { fileMailer, folderSource } from './adapters/mail-folder.ts'
import { outsideAddress } from './adapters/outside-address.ts'
import { restoreApart } from './backup/restore-apart.ts'
import type { BackupAddress, BackupPlace } from './shop/backup-place.ts'
import type { Config } from './shop/config.ts'
import { shopLog } from './shop/log.ts'
import type { MailSource } from './shop/mailer.ts'
import { keyOfFolder, secretsBy } from './shop/secrets.ts'
import type { Scratch, Shop } from './shop/shop.ts'
import { noTrace, tracedPort } from './shop/trace.ts'

/** An open shop, and how to close it. */
export type OpenShop = { shop: Shop; database: OpenDatabase; mails: MailSource; close(): Promise<void> }

/** Where files that aren't code are on the disk. */
export type Places = { migrations: string; databaseTemplate?: string }

/**
 * Builds the shop from its settings: the only place that chooses adapters. Only those in use are loaded.
 * @param kept a database that is already open, and stays open when the shop closes
 * @throws DatabaseError if the database can't be opened, ConfigError if the secrets' key can't be read
 */
export async function createShop(config: Config, places: Places, kept?: OpenDatabase): Promise<OpenShop> {
  const now = () => new Date()
  const log = shopLog(config.logLevel)
  // With a database server and a mail server, nothing is written to the folder until the first backup creates it.
  const usesFolder = !config.databaseUrl || !config.smtpUrl || existsSync(config.dataDir)
  if (usesFolder) ownFolder(config.dataDir)
  const secrets = secretsBy(() => config.secretsKey ?? keyOfFolder(config.dataDir))
  // Created at the first start, so that every copy of the folder includes the key.
  if (usesFolder) secrets.needKey()
  const database = kept ?? (await connect(config, places, log))
  const mailer = config.smtpUrl
    ? (await import('./adapters/smtp-mailer.ts')).smtpMailer(config.smtpUrl, config.mailFrom, {
        withoutTls: config.smtpWithoutTls,
      })
    : fileMailer(path.join(config.dataDir, 'mail'), config.mailFrom)
  const traces = config.tracesTo
    ? (await import('./adapters/otlp-traces.ts')).otlpTraces(config.tracesTo, config.shopName)
    : null
  const trace = traces?.trace ?? noTrace
  const payments = config.stripe
    ? (await import('./adapters/stripe/stripe-payments.ts')).stripePayments(config.stripe, {
        now,
        timeZone: config.timeZone,
      })
    : (await import('./adapters/demo-payments.ts')).demoPayments(
        database.db,
        now,
        () => shop.wakeWorker('events'),
        config,
      )
  // In a demo, a stand-in draws labels no post office accepts.
  const carrier = config.carrier
    ? (await import('./adapters/easypost/easypost-carrier.ts')).easyPostCarrier(config.carrier)
    : config.stripe
      ? null
      : (await import('./adapters/demo-carrier.ts')).demoCarrier(database.db, now)
  const { sesTopicArn } = config.bulkMail
  const sns = sesTopicArn && (await import('./adapters/amazon-sns.ts')).amazonSns(sesTopicArn)
  const shop: Shop = {
    ...(sns ? { sns } : {}),
    db: database.db,
    payments: traces ? tracedPort('payments', payments, trace) : payments,
    carrier: carrier && traces ? tracedPort('carrier', carrier, trace) : carrier,
    mailer: traces ? tracedPort('mailer', mailer, trace) : mailer,
    outside: outsideAddress(),
    trace,
    now,
    pause: setTimeout,
    backups: {
      placeAt: (address) => placeAt(address, config.dataDir),
      tryRestore: restoreApart(config, places.migrations),
    },
    diskFree: () => freeBytes(config.dataDir),
    secrets,
    config,
    log,
    openScratch: () => openScratch(config, places),
    wakeWorker: () => {},
  }
  const mails = config.imapUrl
    ? (await import('./adapters/imap-source.ts')).imapSource(config.imapUrl, now, {
        withoutTls: config.imapWithoutTls,
      })
    : folderSource(path.join(config.dataDir, 'inbox'))
  return {
    shop,
    database,
    mails,
    async close() {
      mailer.close()
      // An unreachable collector must not keep the shop from closing.
      await traces?.close().catch(() => {})
      if (!kept) await database.close()
    },
  }
}

/** A database in memory with the demo's providers, whose code is loaded only then. */
async function openScratch(config: Config, places: Places): Promise<Scratch> {
  const { demoPayments } = await import('./adapters/demo-payments.ts')
  const { demoCarrier } = await import('./adapters/demo-carrier.ts')
  const scratch = await (await import('../db/open-scratch.ts')).openScratch(
    places.migrations,
    places.databaseTemplate,
  )
  return {
    ...scratch,
    payments: (now) => demoPayments(scratch.db, now, () => {}, config),
    carrier: (now) => demoCarrier(scratch.db, now),
  }
}

function placeAt(address: BackupAddress, dataDir: string): Promise<BackupPlace> | BackupPlace {
  if (address.kind === 'folder') return backupFolder(address)
  return import('./adapters/s3-bucket.ts').then(({ s3Bucket }) =>
    s3Bucket(address, path.join(dataDir, 'backups')),
  )
}

/** @throws DatabaseError */
export async function connect(
  config: Config,
  places: Places,
  log = shopLog(config.logLevel),
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const { connectServer } = await import('../db/connect-server.ts')
    return connectServer(config.databaseUrl, places.migrations, {
      onIdleError: (error) => log.warn({ error }, 'idle connection broke'),
      warn: (sentence) => log.warn(sentence),
      migrateAs: config.migrationDatabaseUrl,
      direct: config.databaseDirectUrl,
      connections: config.databasePool,
      limits: { statement: config.databaseTimeout * 1_000 },
    })
  }
  const { connectEmbedded } = await import('../db/connect-embedded.ts')
  return connectEmbedded(config.dataDir, places.migrations, places.databaseTemplate)
}
