import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { type FigureKind, figureKinds } from '../../../domain/admin/dashboard-contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import './dashboard.css'
import { Download } from '../ui/download.tsx'

type Column = AdminReply<'listFigureRows'>['columns'][number]
type Row = AdminReply<'listFigureRows'>['rows'][number]

/** The rows behind the dashboard figure named in the URL. */
export default function RowsPage() {
  const [query] = useSearch()
  const figure = figureKinds.find((each) => each === query.get('figure'))
  if (!figure) {
    return <ScreenHead back={back} title="No such figure" note="Open one from the dashboard." />
  }
  // Another figure starts at its first page.
  return <Rows key={String(query)} figure={figure} of={query.get('of')} by={query.get('by')} />
}

const back = <Link to="/admin/dashboard">Dashboard</Link>

function Rows({ figure, of, by }: { figure: FigureKind; of: string | null; by: string | null }) {
  const staff = useStaff()
  const pages = usePages()
  const asked = { figure, ...(of ? { of } : {}), ...(by ? { by } : {}) }
  const list = useAdmin(
    'listFigureRows',
    { ...asked, ...(pages.cursor ? { cursor: pages.cursor } : {}) },
    { keeps: true },
  )
  return (
    <>
      <ScreenHead back={back} title={list.data?.title ?? '\u00a0'}>
        {staff.may('exportFigureRows') && (
          <Download of="exportFigureRows" input={asked}>
            Export CSV
          </Download>
        )}
      </ScreenHead>
      <ListState keeps query={list} empty={({ rows }) => (rows.length > 0 ? null : 'Nothing here yet.')}>
        {({ title, columns, rows }) => (
          <Table
            label={title}
            rows={rows}
            // Counts of a day share the id of their step.
            keyOf={({ id }, index) => `${id} ${index}`}
            columns={columns.map(({ name, kind }, at) => ({
              head: name,
              isFigure: kind === 'cents' || kind === 'count',
              cell: ({ to, cells }: Row) => {
                const words = wordsOf(cells[at] ?? null, kind)
                return to && at === 0 ? <Link to={to}>{words || 'No name'}</Link> : words
              },
            }))}
          />
        )}
      </ListState>
      <Pager pages={pages} nextCursor={list.data?.nextCursor ?? null} words={['Previous', 'Next']} />
    </>
  )
}

function wordsOf(cell: string | number | null, kind: Column['kind']): string {
  if (cell === null) return ''
  if (kind === 'cents') return formatCents(Number(cell))
  if (kind === 'count') return formatCount(Number(cell))
  if (kind === 'day') return formatDate(String(cell))
  return String(cell)
}
