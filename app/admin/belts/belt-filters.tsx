import { type Gender, genderNames, genders, type Style, styleNames, styles } from '../../../domain/belt.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'

/** Chooses the drop and filters its belts. */
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

/** The filters of the belts on screen, kept in the URL, so that Back restores the list. */
export function useShownBelts() {
  const [search, show] = useSearch()
  const drop = search.get('drop') ?? undefined
  const gender = genders.find((each) => each === search.get('gender')) ?? null
  const style = styles.find((each) => each === search.get('style')) ?? null
  const list = useAdmin('listBelts', { drop })
  const drops = useAdmin('listDrops', {})
  const all = list.data?.belts ?? []

  return {
    list,
    drops: drops.data?.drops ?? [],
    /** the drop on screen; null until it is known */
    drop: list.data?.drop ?? drop ?? null,
    gender,
    style,
    /** every belt of the drop */
    all,
    /** the belts that match the filters */
    belts: all.filter((belt) => is(gender, belt.gender) && is(style, belt.style)),
    /** sets one of the three; an empty value clears it */
    show: show as (what: 'drop' | 'gender' | 'style', value: string) => void,
    /** the query string for other screens of the same drop */
    query: search.size > 0 ? `?${search}` : '',
  }
}

export type ShownBelts = ReturnType<typeof useShownBelts>

function is<T extends Gender | Style>(wanted: T | null, value: T): boolean {
  return wanted === null || wanted === value
}
