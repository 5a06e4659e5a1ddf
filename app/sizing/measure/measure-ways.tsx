import { Suspense, useState } from 'react'
import type { Gender } from '../../../domain/belt.ts'
import { late } from '../../ui/late.tsx'
import './measure-ways.css'
import { TapeLinks } from './tape-links.tsx'

const MeasureDialog = late(async () => (await import('./measure-dialog.tsx')).MeasureDialog)

type MeasureWaysProps = {
  gender: Gender
  /** inches of the belt that the chosen size was read from */
  measured: number | null | undefined
  onMeasured: (size: string, inches: number) => void
}

/** Wherever a size is chosen: two ways to be sure of it. */
export function MeasureWays({ gender, measured, onMeasured }: MeasureWaysProps) {
  const [dialog, setDialog] = useState<'unopened' | 'open' | 'closed'>('unopened')
  return (
    <div className="measure-ways">
      <button className="btn btn-2" type="button" onClick={() => setDialog('open')}>
        {measured ? 'Measure again' : 'Lay your belt on the screen'}
      </button>
      <p className="small quiet" aria-live="polite">
        {measured ? (
          `Your belt measures ${measured} inches.`
        ) : (
          <>
            Or print a tape to wear where the belt goes: <TapeLinks />
          </>
        )}
      </p>
      {dialog !== 'unopened' && (
        <Suspense>
          <MeasureDialog
            open={dialog === 'open'}
            gender={gender}
            onClose={() => setDialog('closed')}
            onMeasured={(size, inches) => {
              setDialog('closed')
              onMeasured(size, inches)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
