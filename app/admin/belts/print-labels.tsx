import { useId, useState } from 'react'
import { type LabelPaper, sheetLabels } from '../../../domain/admin/scan-contracts.ts'
import { counted } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addressOf, useAdmin } from '../client/use-admin.ts'
import { SelectField } from '../ui/fields.tsx'

/** Barcode labels for the belts of a drop: which paper, and how many. */
export function PrintLabels({ drop }: { drop: string }) {
  const title = useId()
  const [isOpen, setOpen] = useState(false)
  const [paper, setPaper] = useState<LabelPaper>('sheet')
  const [beltId, setBelt] = useState('')
  const [count, setCount] = useState<'stock' | 'each'>('stock')
  const [each, setEach] = useState('1')
  const [first, setFirst] = useState('1')
  const belts = useAdmin('listBelts', { drop }, { enabled: isOpen }).data?.belts ?? []
  const chosen = belts.filter((belt) => beltId === '' || belt.id === beltId)
  const sizes = chosen.flatMap((belt) => belt.stock)
  const isFigure = (typed: string, most: number) =>
    /^\d+$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= most
  const isReady =
    (count === 'stock' || isFigure(each, 50)) && (paper === 'roll' || isFigure(first, sheetLabels))
  const labels =
    count === 'stock' ? sizes.reduce((sum, { stock }) => sum + stock, 0) : sizes.length * Number(each)
  return (
    <>
      <button className="btn btn-2" type="button" onClick={() => setOpen(true)}>
        Labels
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        labelledBy={title}
        className="adm adm-dialog adm-confirm"
      >
        <div className="adm-dialog-form adm-stack">
          <h2 id={title}>Labels for {dropTitle(drop)}</h2>
          <SelectField
            label="Belts"
            value={beltId}
            options={[['', 'All belts of the month'], ...belts.map((belt) => [belt.id, belt.name] as const)]}
            onChange={setBelt}
          />
          <SelectField
            label="Paper"
            value={paper}
            options={[
              ['sheet', 'Letter sheet, 30 labels (Avery 5160)'],
              ['roll', 'Label printer, 2¼ × 1¼ in, one per page'],
            ]}
            onChange={setPaper}
          />
          <SelectField
            label="How many"
            value={count}
            options={[
              ['stock', 'One for each piece on the shelf'],
              ['each', 'The same number of every size'],
            ]}
            onChange={setCount}
          />
          {count === 'each' && (
            <TextField
              label="Of every size"
              inputMode="numeric"
              maxLength={2}
              value={each}
              onChange={setEach}
            />
          )}
          {paper === 'sheet' && (
            <TextField
              label="First free label on the sheet"
              hint="For a sheet you’ve begun. They count left to right."
              inputMode="numeric"
              maxLength={2}
              value={first}
              onChange={setFirst}
            />
          )}
          <p role="status" className="quiet num">
            {isReady && belts.length > 0 ? counted(labels, 'label') : '\u00a0'}
          </p>
          <p className="hint">Print at 100%, not “fit to page,” or the labels won’t line up.</p>
          <div className="adm-tools">
            <button className="btn btn-2" type="button" onClick={() => setOpen(false)}>
              Close
            </button>
            {isReady && labels > 0 && (
              <a
                className="btn btn-ink"
                href={addressOf('beltLabelsPdf', {
                  drop,
                  paper,
                  ...(beltId ? { beltId } : {}),
                  ...(count === 'each' ? { each: Number(each) } : {}),
                  ...(paper === 'sheet' ? { first: Number(first) } : {}),
                })}
                download
              >
                Get the PDF
              </a>
            )}
          </div>
        </div>
      </Dialog>
    </>
  )
}
