/** A decoded form: strings, lists and records, as nested by the brackets. */
export type Form = { [name: string]: FormValue }
export type FormValue = string | FormValue[] | Form

/** Decodes `a[b][0][c]=1&d[]=2` as Stripe's API does; list indexes must be 0, 1, 2 ... */
export function parseForm(text: string): Form {
  const root: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((match) => match[1] ?? match[0])
    put(root, path, value)
  }
  return listsOf(root) as Form
}

function put(root: Form, path: string[], value: string) {
  let place = root
  for (const [depth, step] of path.entries()) {
    const name = step === '' ? String(Object.keys(place).length) : step
    if (depth === path.length - 1) {
      place[name] = value
      return
    }
    const next = place[name]
    const room: Form = typeof next === 'object' && !Array.isArray(next) ? next : {}
    place[name] = room
    place = room
  }
}

function listsOf(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name))
  if (isList) return names.sort((a, b) => Number(a) - Number(b)).map((name) => listsOf(value[name]!))
  return Object.fromEntries(names.map((name) => [name, listsOf(value[name]!)]))
}
