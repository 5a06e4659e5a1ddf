import { useId } from 'react'
import type { AccountReply } from '../../../domain/account/contracts.ts'
import { type Style, styleNames } from '../../../domain/belt.ts'
import { Picture } from '../../ui/picture.tsx'

type Offered = AccountReply<'exchangeOptions'>['belts'][number]

type BeltChoiceProps = { belts: Offered[]; value: string | null; onChange: (id: string) => void }

/** The other belts of a drop. */
export function BeltChoice({ belts, value, onChange }: BeltChoiceProps) {
  const name = useId()
  if (belts.length === 0)
    return <p>You’ve had every other belt we have left from this drop. Choose another size, or return it.</p>
  return (
    <fieldset className="exchange-belts">
      <legend className="label">Which belt?</legend>
      {belts.map((belt) => (
        <label key={belt.id}>
          <span className="exchange-shot">
            <Picture
              src={belt.imageUrl}
              night={belt.nightImageUrl}
              alt=""
              width={840}
              height={840}
              sizes="7rem"
              className="product"
            />
          </span>
          <span>
            {belt.name}
            <small>{styleNames[belt.style as Style]}</small>
          </span>
          <input
            className="tick"
            type="radio"
            name={name}
            checked={belt.id === value}
            onChange={() => onChange(belt.id)}
          />
        </label>
      ))}
    </fieldset>
  )
}

type SizeChoiceProps = { sizes: string[]; value: string | null; onChange: (size: string) => void }

/** The sizes in stock. */
export function SizeChoice({ sizes, value, onChange }: SizeChoiceProps) {
  const name = useId()
  if (sizes.length === 0) return <p>We’re out of other sizes. Choose another belt, or return it.</p>
  return (
    <div className="exchange-size">
      <p className="label" aria-hidden="true">
        Which size?
      </p>
      <fieldset className="toggle exchange-sizes">
        <legend className="sr">Which size?</legend>
        {sizes.map((size) => (
          <label key={size} className="num">
            <input type="radio" name={name} checked={size === value} onChange={() => onChange(size)} />
            {size}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
