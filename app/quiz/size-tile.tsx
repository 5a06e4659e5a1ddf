type SizeTileProps = {
  value: string
  checked: boolean
  onChange: () => void
  detail: string
  /** a full row of words under the figures */
  isRow?: boolean
}

export function SizeTile({ value, checked, onChange, detail, isRow }: SizeTileProps) {
  return (
    <label className={isRow ? 'size size-other' : 'size'}>
      <input type="radio" name="quiz-size" value={value} checked={checked} onChange={onChange} />
      <b className="num">{value}</b>
      <small className="num">{detail}</small>
    </label>
  )
}
