import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { type Gender, genderNames, genders, styleNames } from '../../../domain/belt.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { callAdmin, sentenceOf, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { BeltFilters, useShownBelts } from './belt-filters.tsx'
import './belts.css'
import { type KeyboardEvent, useState } from 'react'
import type { BeltView } from '../../../domain/admin/belt-contracts.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { PrintLabels } from './print-labels.tsx'
import { StockNeeds } from './stock-needs.tsx'
import './stock.css'

const usage = 'Each figure is saved when you leave its field. Esc brings the old one back.'

type StockTableProps = { gender: Gender; belts: BeltView[]; canEdit: boolean }

/** Belts as rows, sizes as columns. Up, Down and Enter move between belts, Tab between sizes. */
function StockTable({ gender, belts, canEdit }: StockTableProps) {
  const [told, setTold] = useState<Told | null>(null)
  return (
    <section className="stock" aria-labelledby={`stock-${gender}`}>
      <h2 id={`stock-${gender}`}>{genderNames[gender]}</h2>
      <div className="t-wrap">
        <table className="grid-t" onKeyDown={moveInColumn}>
          <thead>
            <tr>
              <th scope="col">Belt</th>
              {beltSizes[gender].map((size) => (
                <th key={size} scope="col" className="r">
                  {size}
                </th>
              ))}
              <th scope="col" className="r">
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {belts.map((belt) => (
              <tr key={belt.id}>
                <th scope="row">
                  {belt.name}
                  <small>{styleNames[belt.style]}</small>
                </th>
                {belt.stock.map(({ size, stock }) => (
                  <td key={size} className="r" data-l={size}>
                    {canEdit ? <StockCell belt={belt} size={size} stock={stock} onTold={setTold} /> : stock}
                  </td>
                ))}
                <td className="r" data-l="All">
                  {belt.stock.reduce((sum, each) => sum + each.stock, 0)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={told?.isBad ? 'hint stock-told is-bad' : 'hint stock-told'} role="status">
        {told?.sentence ?? (canEdit ? usage : '')}
      </p>
    </section>
  )
}

function moveInColumn(event: KeyboardEvent<HTMLTableElement>) {
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key]
  const field = event.target as HTMLElement
  const cell = field.closest('td')
  const row = cell?.closest('tr')
  if (!step || !cell || !row) return
  event.preventDefault()
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const target = next?.children[cell.cellIndex]?.querySelector('input')
  if (target) target.focus()
  // At the last row, Enter saves by leaving the field.
  else if (event.key === 'Enter') field.blur()
}

/** The result of saving a count. */
type Told = { sentence: string; isBad: boolean }

type StockCellProps = {
  belt: BeltView
  size: string
  stock: number
  onTold: (told: Told) => void
}

/** The stock of one size, saved when the field is left. */
function StockCell({ belt, size, stock, onTold }: StockCellProps) {
  // null: not edited, shows the server's count
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [losers, setLosers] = useState<AdminReply<'listPromised'>['boxes'] | null>(null)
  const what = `${belt.name}, size ${size}`
  const save = useChange('setStock', {
    changes: ['/api/admin/belts', '/api/admin/drops', '/api/admin/stock'],
    onSuccess: (_, { changes }) => {
      const saved = changes[0]!.stock
      // Another count may have been typed in the meantime.
      setTyped((now) => (now?.trim() === String(saved) ? null : now))
      setSaved(true)
      onTold({ sentence: `${what}: ${saved} saved.`, isBad: false })
    },
    onError: (error) => refuse(sentenceOf(error, `${what} couldn’t be saved. Try again.`)),
  })

  function refuse(sentence: string) {
    setWrong(true)
    onTold({ sentence, isBad: true })
  }

  function leave() {
    if (typed === null) return
    const figure = typed.trim()
    if (figure === String(stock)) return setTyped(null)
    if (!/^\d{1,5}$/.test(figure)) return refuse(`${what}: enter a whole number, 0 or more.`)
    const changes = [{ size, stock: Number(figure), was: stock }]
    if (Number(figure) > stock) return save.mutate({ beltId: belt.id, changes })
    void askAbout(Number(figure)).then((boxes) => {
      if (!boxes) return
      if (boxes.length === 0) save.mutate({ beltId: belt.id, changes })
      else setLosers(boxes)
    })
  }

  /** null: the check failed, so nothing is saved */
  async function askAbout(pieces: number) {
    try {
      return (await callAdmin('listPromised', { beltId: belt.id, size, stock: pieces })).boxes
    } catch (error) {
      refuse(sentenceOf(error, `${what} couldn’t be saved. Try again.`))
      return null
    }
  }

  function confirmLoss() {
    setLosers(null)
    save.mutate({ beltId: belt.id, changes: [{ size, stock: Number(typed?.trim()), was: stock }] })
  }

  function keepPromises() {
    setLosers(null)
    setTyped(null)
  }

  return (
    <>
      {losers && (
        <AskDialog
          title={`${losers.length === 1 ? 'One person was' : `${losers.length} people were`} promised ${what}`}
          action={`Set it to ${typed?.trim()}`}
          onClose={keepPromises}
          onConfirm={confirmLoss}
        >
          <p>They lose this belt, and the next curation finds them another one:</p>
          <ul>
            {losers.slice(0, 12).map((box) => (
              <li key={box.id}>
                {box.name}, {dropTitle(box.drop)}
              </li>
            ))}
            {losers.length > 12 && <li>and {losers.length - 12} more</li>}
          </ul>
        </AskDialog>
      )}
      <input
        className={isSaved && typed === null ? 'input num is-saved' : 'input num'}
        inputMode="numeric"
        maxLength={6}
        aria-label={what}
        aria-invalid={isWrong || undefined}
        value={typed ?? stock}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          setTyped(null)
          setWrong(false)
        }}
        onBlur={leave}
      />
    </>
  )
}

/** The stock of every belt and size of a drop, as an editable grid. */
export default function StockPage() {
  const shown = useShownBelts()
  const staff = useStaff()
  const pieces = shown.belts.flatMap((belt) => belt.stock).reduce((sum, each) => sum + each.stock, 0)
  return (
    <>
      <ScreenHead title="Stock" status={shown.list.data ? `${formatCount(pieces)} pieces` : null}>
        <div className="adm-tools">
          <BeltFilters {...shown} />
          {staff.may('receiveStock') && (
            <Link className="btn btn-1" to="/admin/belts/receive">
              Receive
            </Link>
          )}
          {staff.may('beltLabelsPdf') && shown.drop && <PrintLabels drop={shown.drop} />}
          {staff.may('importStock') && shown.drop && (
            <Link className="btn btn-2" to={`/admin/belts/import?what=stock&drop=${shown.drop}`}>
              CSV
            </Link>
          )}
          <Link className="btn btn-2" to={`/admin/belts${shown.query}`}>
            Belts
          </Link>
        </div>
      </ScreenHead>
      <StockNeeds gender={shown.gender} style={shown.style} />
      <ListState
        query={shown.list}
        empty={() => (shown.belts.length === 0 ? 'There are no belts to count here.' : null)}
      >
        {() =>
          genders.map((gender) => {
            const belts = shown.belts.filter((belt) => belt.gender === gender)
            return (
              belts.length > 0 && (
                <StockTable key={gender} gender={gender} belts={belts} canEdit={staff.may('setStock')} />
              )
            )
          })
        }
      </ListState>
    </>
  )
}
