import { genderNames, genders, styleNames, styles } from '../../../domain/belt.ts'
import { dropTitle } from '../../../domain/drop.ts'
import type { ShownBelts } from './use-shown-belts.ts'

/** Which drop, and of it which belts. */
export function BeltFilters({ drops, drop, gender, style, show }: ShownBelts) {
  return (
    <>
      <Filter
        label="Drop"
        value={drop ?? ''}
        onChange={(value) => show('drop', value)}
        options={drops.map((each) => [
          each.drop,
          each.isCurrent ? `${dropTitle(each.drop)}, on the home page` : dropTitle(each.drop),
        ])}
      />
      <Filter
        label="For"
        value={gender ?? ''}
        onChange={(value) => show('gender', value)}
        options={[['', 'Men and women'], ...genders.map((each) => [each, genderNames[each]] as const)]}
      />
      <Filter
        label="Style"
        value={style ?? ''}
        onChange={(value) => show('style', value)}
        options={[['', 'Every style'], ...styles.map((each) => [each, styleNames[each]] as const)]}
      />
    </>
  )
}

type FilterProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: (readonly [value: string, word: string])[]
}

function Filter({ label, value, onChange, options }: FilterProps) {
  return (
    <select
      className="input belt-filter"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  )
}
