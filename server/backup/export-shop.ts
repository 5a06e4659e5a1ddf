import { existsSync, readdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { Transaction } from '../../db/database.ts'
import { readThrough } from '../../db/dump/tables.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { auditAlone, commandLine } from '../staff/staff.ts'
import { folderWriter, type Manifest, requireShop, writeDump } from './dump-files.ts'

/** A list as SQL: the expression of each column, and the FROM clause. */
type OwnersList = { columns: Record<string, string>; from: string }

/** Columns that keep their names. */
const same = (table: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `${table}.${name}`]))

const addressOf = (table: string, name: string) => `${table}.address ->> '${name}'`

const ofMembership =
  'join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id left join products p on p.id = '

/**
 * The owner's main lists, to open in a spreadsheet. They never contain a password, a token, a client secret or a provider's
 * key; only the tables' files do.
 */
const ownersLists: Record<string, OwnersList> = {
  orders: {
    columns: {
      ...same('o', 'order_number', 'created_at', 'status', 'purchaser_email', 'recipient_type'),
      plans: `(select string_agg(i.preferences ->> 'planId', ' + ' order by i.position) from order_items i
        where i.order_id = o.id)`,
      ...same(
        'o',
        'subtotal_amount',
        'discount_amount',
        'promotion_code',
        'tax_amount',
        'total_amount',
        'currency',
      ),
      addresses: `(select string_agg(concat_ws(', ', s.recipient_name, s.address_line1, s.address_line2, s.city,
        s.state, s.zip_code), ' + ' order by s.id) from shipping_info s where s.order_id = o.id)`,
      ...same('o', 'gift_recipient_email', 'gift_delivery_date'),
    },
    from: 'orders o order by o.created_at, o.id',
  },
  members: {
    columns: {
      membership_id: 'm.id',
      order_number: 'o.order_number',
      plan: 'm.plan_id',
      recipient: "case when m.is_gift then 'gift' else 'self' end",
      ...same('m', 'status', 'renews', 'paid_until', 'member_email', 'payer_email', 'gender', 'size'),
      styles: "(select string_agg(style.value, ' + ') from jsonb_array_elements_text(m.styles) style)",
      name: addressOf('m', 'fullName'),
      address_line1: addressOf('m', 'address'),
      address_line2: addressOf('m', 'address2'),
      city: addressOf('m', 'city'),
      state: addressOf('m', 'state'),
      zip_code: addressOf('m', 'zipCode'),
      created_at: 'm.created_at',
    },
    from: `memberships m ${ofMembership}i.product_id order by m.created_at, m.id`,
  },
  boxes: {
    columns: {
      box_id: 'b.id',
      ...same('b', 'drop', 'state', 'kind', 'membership_id'),
      order_number: 'o.order_number',
      value: 'b.value',
      sku: 'p.sku',
      belt: 'p.name',
      size: 'coalesce(b.size, m.size)',
      ...same('b', 'hold_reason', 'tracking_number', 'shipped_at', 'delivered_at'),
    },
    from: `boxes b join memberships m on m.id = b.membership_id ${ofMembership}b.product_id order by b.drop, b.id`,
  },
  subscribers: {
    columns: same(
      'n',
      'email',
      'name',
      'status',
      'source',
      'subscribed_at',
      'confirmed_at',
      'unsubscribed_at',
    ),
    from: 'newsletter_subscribers n order by n.subscribed_at, n.id',
  },
}

const listsFolder = 'lists'

/** Writes the owner's main lists as CSV files for spreadsheets. */
async function writeLists(tx: Transaction, folder: string): Promise<void> {
  await mkdir(path.join(folder, listsFolder), { recursive: true, mode: 0o700 })
  for (const [name, list] of Object.entries(ownersLists)) {
    const file = await open(path.join(folder, listsFolder, `${name}.csv`), 'w', 0o600)
    try {
      await writeList(tx, file, list)
    } finally {
      await file.close()
    }
  }
}

async function writeList(tx: Transaction, file: FileHandle, { columns, from }: OwnersList): Promise<void> {
  const names = Object.keys(columns)
  await file.writeFile(`\uFEFF${stringify([names])}`)
  const cells = Object.entries(columns).map(([name, cell]) => `(${cell})::text as "${name}"`)
  const query = `select ${cells.join(', ')} from ${from}`
  for await (const rows of readThrough<Record<string, string | null>>(tx, query)) {
    const lines = rows.map((row) => names.map((name) => row[name]))
    // Makes spreadsheets treat a cell that starts like a formula as text (OWASP CSV Injection).
    await file.writeFile(stringify(lines, { escape_formulas: true }))
  }
}

/**
 * Exports everything the shop knows into a folder: the tables as JSON lines, the owner's lists as CSV, and a manifest with
 * counts and checksums, all of one moment. The folder appears only when complete. The export is recorded in the audit log.
 * @param folder absolute path; empty or nonexistent
 * @throws ShopError 'not_possible' if something is there already, or there is no shop
 */
export async function exportShop(shop: Shop, folder: string): Promise<Manifest> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ShopError('not_possible', `${folder} is not empty: name another folder.`)
  }
  await requireShop(shop)
  await auditAlone(shop, commandLine, { action: 'shop.export', entity: 'shop', entityId: 'export' })
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    const manifest = await writeDump(shop.db, shop.now(), folderWriter(unfinished), (tx) =>
      writeLists(tx, unfinished),
    )
    await rename(unfinished, folder)
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}
