import { useId } from 'react'

type SizeTileProps = {
  value: string
  label: string
  checked: boolean
  onChange: () => void
  detail: string
  /** a full row of words under the figures */
  isRow?: boolean
}

export function SizeTile({ value, label, checked, onChange, detail, isRow }: SizeTileProps) {
  const id = useId()
  return (
    <label className={isRow ? 'size size-other' : 'size'}>
      <input
        type="radio"
        name="quiz-size"
        value={value}
        checked={checked}
        onChange={onChange}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-detail`}
      />
      <b className="num" id={`${id}-name`}>
        {label}
      </b>
      <small className="num" id={`${id}-detail`}>
        {detail}
      </small>
    </label>
  )
}
