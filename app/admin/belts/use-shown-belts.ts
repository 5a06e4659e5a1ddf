import { type Gender, genders, type Style, styles } from '../../../domain/belt.ts'
import { useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'

/** Which belts are looked at. It stands in the address, so that going back finds the same list. */
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
    /** the drop that is looked at; null until it is known */
    drop: list.data?.drop ?? drop ?? null,
    gender,
    style,
    /** every belt of the drop */
    all,
    /** those that the filters leave */
    belts: all.filter((belt) => is(gender, belt.gender) && is(style, belt.style)),
    /** sets one of the three, or nothing for all */
    show: show as (what: 'drop' | 'gender' | 'style', value: string) => void,
    /** what other screens of the same drop are opened with */
    query: search.size > 0 ? `?${search}` : '',
  }
}

export type ShownBelts = ReturnType<typeof useShownBelts>

function is<T extends Gender | Style>(wanted: T | null, value: T): boolean {
  return wanted === null || wanted === value
}
