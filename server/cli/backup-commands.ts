import { readFile } from 'node:fs/promises'
import { ShopError } from '../../domain/errors.ts'
import { backUp as backUpShop, restoreShop } from '../backup/backup.ts'
import { exportShop } from '../backup/export-shop.ts'
import { importShop } from '../backup/import-shop.ts'
import { findIdentity } from '../backup/seal.ts'
import { type Command, rowsIn, textOf } from './command.ts'

export const restore: Command = {
  summary: 'makes the stopped shop what it was when a backup was taken; what is there now is kept aside',
  operand: { name: 'place', value: 'FILE', says: 'a backup, or the folder of an export', isRequired: true },
  options: {
    replace: { value: null, says: 'also where the shop has orders' },
    'key-file': { value: 'FILE', says: 'holds the recovery key of an encrypted backup', isPath: true },
  },
  async run() {
    throw new ShopError('not_possible', 'The shop is open: stop it, then restore.')
  },
  async runAlone(config, args, migrations) {
    const { manifest, kept } = await restoreShop(config, {
      place: textOf(args, 'place') ?? '',
      keys: await keysIn(textOf(args, 'key-file')),
      replace: args.replace === true,
      now: new Date(),
      migrations,
    })
    return [
      `${rowsIn(manifest)} are back as they were at ${manifest.takenAt}.`,
      ...(kept ? [`What was there before is kept in ${kept}.`] : []),
      'Start the shop: it asks the payment provider what has happened since.',
    ]
  },
}

/** @throws ShopError 'not_possible' if the file can't be read, or has no key */
async function keysIn(file: string | null): Promise<string[]> {
  if (!file) return []
  const key = findIdentity(await readFile(file, 'utf8').catch(() => ''))
  if (key) return [key]
  throw new ShopError(
    'not_possible',
    `There is no recovery key in ${file}: it begins with AGE-SECRET-KEY-1 and has 74 characters.`,
  )
}

// Opening the database migrates it, as every start does.
export const migrate: Command = {
  summary: 'makes and changes the tables as this release needs them, and opens no shop',
  options: {},
  async run() {
    return ['The database is as this release needs it.']
  },
}

export const backUp: Command = {
  summary: 'writes everything that the shop knows into one file, while it goes on',
  operand: { name: 'file', value: 'FILE', says: 'without: by its time, in the folder backups of DATA_DIR' },
  options: {},
  async run(shop, args) {
    const { file, manifest } = await backUpShop(shop, textOf(args, 'file'))
    return [`${rowsIn(manifest)} are in ${file}, read again and whole. Take it to another machine.`]
  },
}

export const importEverything: Command = {
  summary: 'makes a new, empty shop what an exported one was',
  operand: { name: 'place', value: 'FOLDER', says: 'an export, or the file of a backup', isRequired: true },
  options: {},
  async run(shop, args) {
    const manifest = await importShop(shop, textOf(args, 'place') ?? '')
    return [
      `${rowsIn(manifest)} were imported, as they were at ${manifest.takenAt}.`,
      'Sign in with the names and passwords of the shop that was exported. Emails that were due there are sent from here: stop the other shop.',
    ]
  },
}

export const exportEverything: Command = {
  summary: 'writes everything that the shop knows into a folder: JSON lines, and lists as CSV',
  operand: { name: 'folder', value: 'FOLDER', says: 'a folder that is empty or not there', isRequired: true },
  options: {},
  async run(shop, args) {
    const folder = textOf(args, 'folder') ?? ''
    const manifest = await exportShop(shop, folder)
    return [
      `${rowsIn(manifest)} are in ${folder}, as they were at ${manifest.takenAt}.`,
      'It holds every name, address and password hash of the shop: keep it where nobody else reads it.',
    ]
  },
}
