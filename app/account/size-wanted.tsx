import type { MembershipView } from '../../domain/account/account-view.ts'
import { measuringLine } from '../../domain/measuring.ts'
import { beltSizes } from '../../domain/sizing.ts'
import { Icon } from '../ui/icons.tsx'
import { boxesToCome } from './belts-words.ts'

type SizeWantedProps = { membership: MembershipView; isOpen: boolean; onOpen: () => void }

/** Asks a wearer whose size nobody knows: without one no belt leaves (docs/decisions/027). */
export function SizeWanted({ membership, isOpen, onOpen }: SizeWantedProps) {
  const { gender, taste, next } = membership
  const isWaiting = next !== null || boxesToCome(membership).length > 0
  if (!taste || !isWaiting || beltSizes[gender].includes(taste.size)) return null
  return (
    <div className="alert size-wanted">
      <Icon name="alert" />
      <div>
        <p>
          <b>Your belt waits for your size.</b> {measuringLine(gender)} If it does not fit after all, the
          exchange is free.
        </p>
        <p>
          <button
            className="btn btn-2"
            type="button"
            aria-expanded={isOpen}
            aria-controls={`taste-${membership.id}`}
            onClick={onOpen}
          >
            Choose your size
          </button>
        </p>
      </div>
    </div>
  )
}
