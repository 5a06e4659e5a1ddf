import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { OpenDatabase } from '../db/database.ts'
import { freeBytes } from '../db/disk-room.ts'
import { ownFolder } from '../db/own-folder.ts'
import { fileMailer } from './adapters/file-mailer.ts'
import { folderSource } from './adapters/folder-source.ts'
import type { Config } from './shop/config.ts'
import { shopLog } from './shop/log.ts'
import type { MailSource } from './shop/mail-source.ts'
import { keyOfFolder, secretsBy } from './shop/secrets.ts'
import type { Shop } from './shop/shop.ts'
import { noTrace, tracedPort } from './shop/trace.ts'

/** An open shop and how to close it. */
export type OpenShop = { shop: Shop; database: OpenDatabase; mails: MailSource; close(): Promise<void> }

/** Where the parts that are not code lie on the disk. */
export type Places = { migrations: string; databaseTemplate?: string }

/**
 * Settings → shop: the only place that names an adapter. Of each pair only what is used is loaded.
 * @param kept a database that is open already, and stays open when the shop closes
 * @throws DatabaseError when the database cannot be opened, ConfigError when the key of its secrets cannot be read
 */
export async function createShop(config: Config, places: Places, kept?: OpenDatabase): Promise<OpenShop> {
  const now = () => new Date()
  const log = shopLog(config.logLevel)
  // With a database server and a mail server nothing is written there until the first backup makes the folder.
  const usesFolder = !config.databaseUrl || !config.smtpUrl || existsSync(config.dataDir)
  if (usesFolder) ownFolder(config.dataDir)
  const secrets = secretsBy(() => config.secretsKey ?? keyOfFolder(config.dataDir))
  // The key is there from the first start on, so that a copy of the folder has it.
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
  // In a demo a twin draws labels that no post office takes.
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
    trace,
    now,
    pause: setTimeout,
    diskFree: () => freeBytes(config.dataDir),
    secrets,
    config,
    log,
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
      // A collector that is away must not keep the shop from closing.
      await traces?.close().catch(() => {})
      if (!kept) await database.close()
    },
  }
}

/** @throws DatabaseError */
export async function connect(
  config: Config,
  places: Places,
  log = shopLog(config.logLevel),
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const { connectServer } = await import('../db/connect-server.ts')
    return connectServer(
      config.databaseUrl,
      places.migrations,
      (error) => log.warn({ error }, 'idle connection broke'),
      config.migrationDatabaseUrl,
    )
  }
  const { connectEmbedded } = await import('../db/connect-embedded.ts')
  return connectEmbedded(config.dataDir, places.migrations, places.databaseTemplate)
}
