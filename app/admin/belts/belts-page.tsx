import { Link } from 'react-router'
import { useStaff } from '../client/use-admin.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { BeltFilters, type ShownBelts, useShownBelts } from './belt-filters.tsx'
import './belts.css'
import type { BeltView } from '../../../domain/admin/belt-contracts.ts'
import { genderNames, genders, styleNames, styles } from '../../../domain/belt.ts'
import { Picture } from '../../ui/picture.tsx'
import { CopyBelts } from './copy-belts.tsx'

/** Spec §2 "Styles": three examples exist per style and gender. */
const promised = 3

/** Lists the styles that have fewer belts than the home page promises. */
function MissingExamples({ belts }: { belts: BeltView[] }) {
  const active = belts.filter((belt) => belt.isActive)
  if (active.length === 0) return null
  const missing = genders.flatMap((gender) =>
    styles.flatMap((style) => {
      const count = active.filter((belt) => belt.gender === gender && belt.style === style).length
      return count < promised ? [`${genderNames[gender]}, ${styleNames[style]}: ${count}`] : []
    }),
  )
  if (missing.length === 0) return null
  return (
    <p className="belt-missing">
      <span className="st wn">Fewer than three active examples.</span> {missing.join('. ')}.
    </p>
  )
}

/** The belts of a drop, visible or hidden. */
export default function BeltsPage() {
  const shown = useShownBelts()
  const staff = useStaff()
  const active = shown.all.filter((belt) => belt.isActive).length
  return (
    <>
      <ScreenHead
        title="Belts"
        status={shown.list.data ? `${shown.all.length} belts, ${active} active` : null}
      >
        <div className="adm-tools">
          <BeltFilters {...shown} />
          <Link className="btn btn-2" to={`/admin/belts/stock${shown.query}`}>
            Stock
          </Link>
          {staff.may('importBelts') && shown.drop && (
            <Link className="btn btn-2" to={`/admin/belts/import?what=belts&drop=${shown.drop}`}>
              CSV
            </Link>
          )}
          {staff.may('copyBelts') && shown.drop && <CopyBelts drop={shown.drop} />}
          {staff.may('createBelt') && shown.drop && (
            <Link className="btn btn-1" to={`/admin/belts/new?drop=${shown.drop}`}>
              Add belt
            </Link>
          )}
        </div>
      </ScreenHead>
      <ListState query={shown.list} empty={() => emptySentence(shown)}>
        {({ belts }) => (
          <>
            <MissingExamples belts={belts} />
            <BeltsTable belts={shown.belts} canEdit={staff.may('updateBelt')} />
          </>
        )}
      </ListState>
    </>
  )
}

function emptySentence({ all, belts }: ShownBelts): string | null {
  if (all.length === 0) return 'This drop has no belts yet. Add the first one.'
  return belts.length === 0 ? 'No belts in this drop match. Choose another style.' : null
}

type BeltsTableProps = { belts: BeltView[]; canEdit: boolean }

/** One row per belt, in the order of the home page. */
function BeltsTable({ belts, canEdit }: BeltsTableProps) {
  return (
    <Table
      className="belts-list"
      rows={belts}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Belt',
          label: '',
          className: 'belt-cell',
          cell: (belt) => (
            <div className="belt-name">
              <Picture
                src={belt.imageUrl}
                alt=""
                width={48}
                height={48}
                sizes="48px"
                className="belt-thumb"
              />
              <span>
                {canEdit ? (
                  <Link to={`/admin/belts/${belt.id}`}>
                    <b>{belt.name}</b>
                  </Link>
                ) : (
                  <b>{belt.name}</b>
                )}
                <small className="num">{belt.sku}</small>
              </span>
            </div>
          ),
        },
        { head: 'For', cell: ({ gender, style }) => `${genderNames[gender]}, ${styleNames[style]}` },
        {
          head: 'Material',
          cell: ({ material, widthMm, buckle }) => (
            <span>
              {material}
              <small className="num">
                {widthMm} mm, {buckle}
              </small>
            </span>
          ),
        },
        { head: 'Colors', className: 'belt-detail', cell: ({ colors }) => colors.join(', ') },
        {
          head: 'Order',
          isFigure: true,
          className: 'belt-detail',
          cell: ({ displayOrder }) => displayOrder,
        },
        { head: 'Stock', isFigure: true, cell: ({ stock }) => <Pieces stock={stock} /> },
        {
          head: 'Home page',
          cell: ({ isActive }) => (
            <span className={isActive ? 'st ok' : 'st'}>{isActive ? 'Active' : 'Put away'}</span>
          ),
        },
      ]}
    />
  )
}

function Pieces({ stock }: Pick<BeltView, 'stock'>) {
  const out = stock.filter((each) => each.stock === 0).map((each) => each.size)
  return (
    <span>
      {stock.reduce((sum, each) => sum + each.stock, 0)}
      {out.length > 0 && <small>none of {out.join(', ')}</small>}
    </span>
  )
}
