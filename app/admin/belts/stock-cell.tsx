import { useState } from 'react'
import type { BeltView } from '../../../domain/admin/belt-calls.ts'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'

/** What became of a figure. */
export type Told = { sentence: string; isBad: boolean }

type StockCellProps = {
  belt: BeltView
  size: string
  stock: number
  onTold: (told: Told) => void
}

/** The pieces of one size: what is typed is saved when the field is left. */
export function StockCell({ belt, size, stock, onTold }: StockCellProps) {
  // null: nothing is typed, the shop's figure stands.
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const what = `${belt.name}, size ${size}`
  const save = useChange('setStock', {
    changes: ['/api/admin/belts', '/api/admin/drops'],
    onSuccess: (_, { changes }) => {
      const saved = changes[0]!.stock
      // Another figure may have been typed meanwhile.
      setTyped((now) => (now?.trim() === String(saved) ? null : now))
      setSaved(true)
      onTold({ sentence: `${what}: ${saved} saved.`, isBad: false })
    },
    onError: (error) => refuse(sentenceOf(error, `${what} could not be saved. Try again.`)),
  })

  function refuse(sentence: string) {
    setWrong(true)
    onTold({ sentence, isBad: true })
  }

  function leave() {
    if (typed === null) return
    const figure = typed.trim()
    if (figure === String(stock)) return setTyped(null)
    if (!/^\d{1,5}$/.test(figure)) return refuse(`${what}: write a whole number of pieces, 0 or more.`)
    save.mutate({ beltId: belt.id, changes: [{ size, stock: Number(figure), was: stock }] })
  }

  return (
    <input
      className={isSaved && typed === null ? 'input num is-saved' : 'input num'}
      inputMode="numeric"
      maxLength={6}
      aria-label={what}
      aria-invalid={isWrong || undefined}
      value={typed ?? stock}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        setTyped(event.target.value)
        setWrong(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        setTyped(null)
        setWrong(false)
      }}
      onBlur={leave}
    />
  )
}
