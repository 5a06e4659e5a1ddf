import { type FormEvent, useId, useState } from 'react'
import { styleNames } from '../../../domain/belt.ts'
import { counted } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { noRepeat } from '../../../domain/term-words.ts'
import { ApiError } from '../../browser/call-api.ts'
import { Picture } from '../../ui/picture.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange, useAdmin, useChange } from '../client/use-admin.ts'
import { FormDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { ListState } from '../ui/screen.tsx'
import './belts.css'

/** Copies belts from another month into this drop: which ones, and under which names. */
export function CopyBelts({ drop }: { drop: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button className="btn btn-2" type="button" onClick={() => setOpen(true)}>
        Copy belts
      </button>
      {isOpen && <CopyDialog drop={drop} onClose={() => setOpen(false)} />}
    </>
  )
}

function CopyDialog({ drop, onClose }: { drop: string; onClose: () => void }) {
  const title = useId()
  const drops = useAdmin('listDrops', {})
  const sources = (drops.data?.drops ?? []).filter((each) => each.drop !== drop && each.belts > 0)
  const [chosen, setChosen] = useState<string | null>(null)
  // The previous month, or else the newest.
  const from = chosen ?? sources.find((each) => each.drop < drop)?.drop ?? sources[0]?.drop ?? null
  return (
    <FormDialog onClose={onClose} labelledBy={title} className="adm adm-dialog">
      <div className="adm-dialog-form adm-stack copy-belts">
        <h2 id={title}>Copy belts into {dropTitle(drop)}</h2>
        <ListState
          query={drops}
          empty={() => (sources.length === 0 ? 'No other month has belts yet.' : null)}
        >
          {() =>
            from && (
              <>
                <SelectField
                  label="From"
                  value={from}
                  options={sources.map((each) => [each.drop, dropTitle(each.drop)])}
                  onChange={setChosen}
                />
                <CopyList key={from} from={from} drop={drop} onClose={onClose} />
              </>
            )
          }
        </ListState>
      </div>
    </FormDialog>
  )
}

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

function CopyList({ from, drop, onClose }: { from: string; drop: string; onClose: () => void }) {
  const theirs = useAdmin('listBelts', { drop: from })
  const ours = useAdmin('listBelts', { drop })
  /** skipped belts and changed names, by id */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [names, setNames] = useState<Record<string, string>>({})
  const copy = useChange('copyBelts', {
    changes: ['/api/admin/belts', '/api/admin/drops', '/api/admin/forecast'],
    onSuccess: ({ belts }) => {
      onClose()
      showToast({
        title: 'Belts copied',
        description: `${counted(belts.length, 'belt is', 'belts are')} in ${dropTitle(drop)}. Count their stock next.`,
      })
    },
  })
  const taken = new Set((ours.data?.belts ?? []).map((belt) => plain(belt.name)))
  const rows = (theirs.data?.belts ?? []).map((belt) => {
    const name = names[belt.id] ?? belt.name
    // Already in this drop under its name: skipped unless renamed.
    const isThere = taken.has(plain(name))
    return { belt, name, isThere, isIn: !left.has(belt.id) && !(isThere && names[belt.id] === undefined) }
  })
  const chosen = rows.filter((row) => row.isIn)
  const errorOf = (id: string) => {
    const place = chosen.findIndex(({ belt }) => belt.id === id)
    return copy.error instanceof ApiError ? copy.error.fields[`belts.${place}.name`] : undefined
  }
  const isBlocked = chosen.length === 0 || chosen.some((row) => row.isThere || row.name.trim() === '')

  function tick(id: string, isOn: boolean) {
    setLeft((known) => {
      const next = new Set(known)
      if (isOn) next.delete(id)
      else next.add(id)
      return next
    })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBlocked || copy.isPending) return
    copy.mutate({ drop, belts: chosen.map(({ belt, name }) => ({ id: belt.id, name: name.trim() })) })
  }

  return (
    <ListState query={ours.data ? theirs : ours}>
      {() => (
        <form className="adm-stack" onSubmit={submit}>
          <p className="quiet">
            Pictures, words, leather, width and buckle come along; stock starts at 0. Keep a name and it’s the
            same belt: no one who’s had it gets it again for {noRepeat}. Give it a new name and it’s a new
            belt.
          </p>
          <div className="adm-tools">
            <button className="text-btn" type="button" onClick={() => setLeft(new Set())}>
              All
            </button>
            <button
              className="text-btn"
              type="button"
              onClick={() => setLeft(new Set(rows.map(({ belt }) => belt.id)))}
            >
              None
            </button>
          </div>
          <ul>
            {rows.map(({ belt, name, isThere, isIn }) => (
              <li key={belt.id} className={isIn ? undefined : 'is-out'}>
                <label>
                  <input
                    type="checkbox"
                    className="tick sq"
                    checked={isIn}
                    onChange={(event) => {
                      if (event.target.checked) setNames((known) => ({ ...known, [belt.id]: name }))
                      tick(belt.id, event.target.checked)
                    }}
                  />
                  <Picture
                    src={belt.imageUrl}
                    alt=""
                    width={40}
                    height={40}
                    sizes="40px"
                    className="belt-thumb"
                  />
                  <span className="sr">{belt.name}</span>
                </label>
                <span>
                  <input
                    className="input"
                    aria-label={`Name of ${belt.name} in ${dropTitle(drop)}`}
                    aria-invalid={(isIn && isThere) || undefined}
                    maxLength={80}
                    disabled={left.has(belt.id)}
                    value={name}
                    onChange={(event) => setNames((known) => ({ ...known, [belt.id]: event.target.value }))}
                  />
                  <small className={isIn && (isThere || errorOf(belt.id)) ? 'err' : 'quiet'}>
                    {errorOf(belt.id) ??
                      (isThere
                        ? `Already in ${dropTitle(drop)}. Give it a new name to copy it.`
                        : `${styleNames[belt.style]}, ${belt.gender === 'male' ? 'men' : 'women'}`)}
                  </small>
                </span>
              </li>
            ))}
          </ul>
          {copy.error && (
            <p className="err" role="alert">
              {failedChange(copy.error, 'Nothing was copied. Try again.')}
            </p>
          )}
          <div className="adm-tools copy-end">
            <button className="btn btn-2" type="button" onClick={onClose}>
              Cancel
            </button>
            <button className="btn btn-ink" type="submit" disabled={isBlocked || copy.isPending}>
              {copy.isPending
                ? 'Copying …'
                : chosen.length === 0
                  ? 'Nothing to copy'
                  : `Copy ${counted(chosen.length, 'belt')}`}
            </button>
          </div>
        </form>
      )}
    </ListState>
  )
}
