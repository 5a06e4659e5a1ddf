import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { Shop } from '../../shop/shop.ts'

type Cell = string | number | null

export type Column = AdminReply<'listFigureRows'>['columns'][number]

/** One row behind a figure. @property key its sort key, with the id as tiebreaker */
export type FigureRow = { id: string; key: string; to: string | null; cells: Cell[] }

/** What narrows a figure, and where the page begins. @property after the last row of the page before */
export type Asked = { of: string; by: string; after: { key: string; id: string } | null; limit: number }

/** How a figure's rows are read: exactly the rows it counts, each once, in an order that has an index. */
export type FigureRows = {
  columns: Column[]
  read: (shop: Shop, asked: Asked) => Promise<FigureRow[]>
}
