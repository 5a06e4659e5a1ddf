import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { Shop } from '../../shop/shop.ts'

type Cell = string | number | null

export type Column = AdminReply<'listFigureRows'>['columns'][number]

/** One row behind a figure. @property key its place in the order, with the id */
export type FigureRow = { id: string; key: string; to: string | null; cells: Cell[] }

/** What a figure is narrowed to, and where a page begins. @property after the last row of the page before */
export type Asked = { of: string; by: string; after: { key: string; id: string } | null; limit: number }

/** How the rows of a figure are read: as many as the figure says, each once, in an order that has an index. */
export type FigureRows = {
  columns: Column[]
  read: (shop: Shop, asked: Asked) => Promise<FigureRow[]>
}
