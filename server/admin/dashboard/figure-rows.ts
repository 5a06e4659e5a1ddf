import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { FigureKind } from '../../../domain/admin/dashboard-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { dollarsOfCents } from '../../../domain/money.ts'
import { csvDownload, everyRow } from '../../documents/csv-download.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { auditAlone, type Staff } from '../../staff/staff.ts'
import type { Asked, FigureRow, FigureRows } from './figure-row.ts'
import { figureTitle } from './figure-titles.ts'
import { memberRows } from './member-rows.ts'
import { shopRows } from './shop-rows.ts'

const all: Record<FigureKind, FigureRows> = { ...memberRows, ...shopRows }

const pageRows = 50
/** Separates a row's key from its id in a cursor. */
const mark = '~'

/** One page of the rows behind a figure. @throws ShopError 'invalid_body' for a malformed cursor */
export async function listFigureRows(
  shop: Shop,
  { figure, of = '', by = '', limit = pageRows, cursor }: AdminInput<'listFigureRows'>,
): Promise<AdminReply<'listFigureRows'>> {
  const { columns, read } = all[figure]
  const rows = await read(shop, { of, by, after: cursor ? placeOf(cursor) : null, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    title: await figureTitle(shop, figure, of, by),
    columns,
    rows: shown.map(({ id, to, cells }) => ({ id, to, cells })),
    nextCursor: rows.length > limit && last ? `${last.key}${mark}${last.id}` : null,
  }
}

function placeOf(cursor: string): Asked['after'] {
  const [key, id, ...more] = cursor.split(mark)
  if (
    key !== undefined &&
    /^[\w:. +-]{0,60}$/.test(key) &&
    id &&
    /^[\w:. /|-]{1,200}$/.test(id) &&
    more.length === 0
  )
    return { key, id }
  throw new ShopError('invalid_body', 'We can’t find that page. Start with the first one.')
}

/** Rows the export reads at a time: this caps its memory use. */
const fileRows = 1000

/** All rows of a figure as a file, money in US dollars. The audit log records who downloaded it. */
export async function exportFigureRows(
  shop: Shop,
  { figure, of = '', by = '' }: AdminInput<'exportFigureRows'>,
  staff: Staff,
): Promise<AdminReply<'exportFigureRows'>> {
  const { columns, read } = all[figure]
  await auditAlone(shop, staff, {
    ...{ action: 'dashboard.export', entity: 'dashboard', entityId: figure, after: { figure, of, by } },
  })
  async function* lines() {
    const rows = everyRow<FigureRow>(fileRows, (last) =>
      read(shop, { of, by, after: last ?? null, limit: fileRows }),
    )
    for await (const { cells } of rows)
      yield cells.map((cell, index) =>
        typeof cell === 'number' && columns[index]?.kind === 'cents' ? dollarsOfCents(cell) : cell,
      )
  }
  const name = [figure, of, by]
    .filter(Boolean)
    .join('-')
    .replaceAll(/[^\w-]+/g, '-')
  return csvDownload(
    `${name}-${shopDay(shop)}.csv`,
    columns.map((column) => column.name),
    lines(),
  )
}
