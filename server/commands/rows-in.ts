import type { Manifest } from '../keeping/manifest.ts'

/** "1,204 rows of 38 tables, 17 orders among them,": what the owner knows the size of. */
export function rowsIn({ tables }: Manifest): string {
  const all = Object.values(tables)
  const rows = all.reduce((sum, table) => sum + table.rows, 0)
  const orders = tables.orders?.rows ?? 0
  const many = (count: number, noun: string) =>
    `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
  return `${many(rows, 'row')} of ${many(all.length, 'table')}, ${many(orders, 'order')} among them,`
}
