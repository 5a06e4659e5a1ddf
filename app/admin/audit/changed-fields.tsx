/** What a line says of a row, field by field: as it was, as it is. */
export function ChangedFields({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  if (names.length === 0) return null
  return (
    <dl className="changed">
      {names.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {name in was && show(was[name]) !== show(is[name]) && <del>{show(was[name])}</del>}{' '}
            {name in is && <ins>{show(is[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return { value }
  return value as Record<string, unknown>
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
