import { useState } from 'react'
import { useAdmin } from '../client/use-admin.ts'
import { SelectField } from '../ui/select-field.tsx'

/** A belt and a size that are there, to send for a box: the same again where it's in stock. */
export function useReplacementChoice(boxId: string) {
  const [chosenBelt, setBelt] = useState('')
  const [chosenSize, setSize] = useState('')
  const options = useAdmin('listReplacements', { boxId })
  const belts = (options.data?.belts ?? []).filter(({ sizes }) => sizes.length > 0)
  const belt = belts.find((each) => each.id === chosenBelt) ?? belts[0]
  const size =
    [chosenSize, options.data?.size ?? ''].find((each) => belt?.sizes.includes(each)) ?? belt?.sizes[0]
  const piece = belt && size ? { productId: belt.id, size } : null
  const fields = belts.length > 0 && (
    <>
      <SelectField
        label="Belt"
        value={belt?.id ?? ''}
        onChange={setBelt}
        options={belts.map((each) => [each.id, each.name] as const)}
      />
      <SelectField
        label="Size"
        value={size ?? ''}
        onChange={setSize}
        options={(belt?.sizes ?? []).map((each) => [each, each] as const)}
      />
    </>
  )
  const nothing = options.data && belts.length === 0 && (
    <p role="status">No belt of this drop is left that this member hasn’t had.</p>
  )
  return { piece, fields, nothing }
}
