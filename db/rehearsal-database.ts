import pg from 'pg'
import { usualLimits } from './patience.ts'
import { Hosts } from './several-hosts.ts'

/** A database that is made for a moment. */
export type RehearsalDatabase = { url: string; drop(): Promise<void> }

/**
 * Makes an empty database on a shop's own server; one that a killed process has left goes first.
 * @param shops address of the shop's own database
 * @returns null if its user may not, or if it can't be reached there, as behind some poolers
 */
export async function rehearsalDatabase(shops: string): Promise<RehearsalDatabase | null> {
  try {
    const url = await new Hosts(shops, usualLimits).find()
    const own = new URL(url)
    const name = pg.escapeIdentifier(`${decodeURIComponent(own.pathname.slice(1))}_restore_check`)
    const scratch = Object.assign(new URL(url), { pathname: `${own.pathname}_restore_check` }).href
    const drop = `drop database if exists ${name} with (force)`
    await runAt(url, [drop, `create database ${name} encoding 'UTF8' template template0`])
    await runAt(scratch, ['select 1'])
    return { url: scratch, drop: () => runAt(url, [drop]) }
  } catch {
    return null
  }
}

async function runAt(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: usualLimits.connect })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
