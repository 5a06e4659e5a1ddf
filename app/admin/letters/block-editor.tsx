import { Suspense, useState } from 'react'
import type { BlockType, LetterBlock } from '../../../domain/admin/letter-blocks.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { late } from '../../ui/late.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { SelectField } from '../ui/fields.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { MoveHandle, SortableList, useSortableRow } from '../ui/sortable-list.tsx'
import { blockName, blockNames } from './letter-labels.ts'

/** A placeholder as high as the field that replaces it. */
function NoFieldYet() {
  return (
    <div className="field" aria-busy="true">
      <span className="label">Text</span>
      <div className="rich-tools">
        <button className="text-btn" type="button" disabled>
          Bold
        </button>
      </div>
      <div className="input rich" />
    </div>
  )
}

const RichTextField = late(() => import('./rich-text-field.tsx').then((part) => part.RichTextField))

type BlocksProps = {
  blocks: LetterBlock[]
  onChange: (blocks: LetterBlock[]) => void
  onBusy: (busy: boolean) => void
}

/** Edits a letter's blocks in place; they are moved by drag or by buttons, and added below. */
export function BlockEditor({ blocks, onChange, onBusy }: BlocksProps) {
  const change = (block: LetterBlock) => onChange(blocks.map((each) => (each.id === block.id ? block : each)))
  return (
    <>
      <SortableList
        items={blocks.map((block) => ({ id: block.id, name: blockName(block) }))}
        onOrder={(ids) => onChange(ids.map((id) => blocks.find((block) => block.id === id)!))}
      >
        <ol className="letter-blocks">
          {blocks.map((block) => (
            <BlockCard
              key={block.id}
              block={block}
              onBusy={onBusy}
              onChange={change}
              onRemove={() => onChange(blocks.filter((each) => each.id !== block.id))}
            />
          ))}
        </ol>
      </SortableList>
      <AddBlock onAdd={(block) => onChange([...blocks, block])} />
    </>
  )
}

type CardProps = {
  block: LetterBlock
  onBusy: (busy: boolean) => void
  onChange: (block: LetterBlock) => void
  onRemove: () => void
}

function BlockCard({ block, onBusy, onChange, onRemove }: CardProps) {
  const { row, handle } = useSortableRow(block.id)
  const name = blockName(block)
  // A drop's dozen belts arrive with their text already written, so each is collapsed to one line.
  const [isOpen, setOpen] = useState(block.type !== 'belt')
  return (
    <li className="panel letter-block" {...row}>
      <div className="letter-block-head">
        <MoveHandle name={name} {...handle} />
        {block.type === 'belt' && block.imageUrl && (
          <img src={block.imageUrl} alt="" width="44" height="44" />
        )}
        <b>{block.type === 'belt' ? block.name : blockNames[block.type]}</b>
        {block.type === 'belt' && (
          <button className="text-btn" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Edit'}
            <span className="sr"> {name}</span>
          </button>
        )}
        <button className="text-btn" type="button" onClick={onRemove}>
          Remove<span className="sr"> {name}</span>
        </button>
      </div>
      {isOpen && <BlockFields block={block} onBusy={onBusy} onChange={onChange} />}
    </li>
  )
}

function BlockFields({ block, onBusy, onChange }: Omit<CardProps, 'onRemove'>) {
  const staff = useStaff()
  switch (block.type) {
    case 'heading':
      return (
        <TextField
          label="Heading"
          maxLength={120}
          value={block.text}
          onChange={(text) => onChange({ ...block, text })}
        />
      )
    case 'text':
      return (
        <Suspense fallback={<NoFieldYet />}>
          <RichTextField label="Text" doc={block.doc} onChange={(doc) => onChange({ ...block, doc })} />
        </Suspense>
      )
    case 'belt':
      return (
        <>
          <TextField
            label="Name"
            maxLength={200}
            value={block.name}
            onChange={(name) => onChange({ ...block, name })}
          />
          <TextArea
            label="Its story"
            rows={4}
            maxLength={2000}
            value={block.words}
            onChange={(words) => onChange({ ...block, words })}
          />
        </>
      )
    case 'picture':
      return (
        <>
          {staff.may('uploadPicture') ? (
            <PictureField
              title="Picture"
              hint="As wide as the letter."
              width={1200}
              height={800}
              src={block.src}
              alt={block.alt}
              error={undefined}
              onBusy={onBusy}
              onPicture={(src) => onChange({ ...block, src })}
              onAlt={(alt) => onChange({ ...block, alt })}
            />
          ) : (
            <p className="quiet">The owner chooses pictures.</p>
          )}
          <TextField
            label="Link (optional)"
            hint="https://… or /belts"
            value={block.href}
            onChange={(href) => onChange({ ...block, href: href.trim() })}
          />
          <label className="agree">
            <input
              className="tick"
              type="checkbox"
              checked={block.isWide ?? false}
              onChange={({ target }) => onChange({ ...block, isWide: target.checked })}
            />
            <span>Across the whole page</span>
          </label>
        </>
      )
    case 'row':
      return <RowFields block={block} onBusy={onBusy} onChange={onChange} />
    case 'button':
      return (
        <div className="letter-two">
          <TextField
            label="Words"
            maxLength={60}
            value={block.words}
            onChange={(words) => onChange({ ...block, words })}
          />
          <TextField
            label="Link"
            hint="https://… or /belts"
            value={block.href}
            onChange={(href) => onChange({ ...block, href: href.trim() })}
          />
        </div>
      )
    case 'scores':
      return (
        <dl className="kv is-list">
          {block.rows.map(({ word, fact }) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )
  }
}

type Row = Extract<LetterBlock, { type: 'row' }>
type RowFieldsProps = {
  block: Row
  onBusy: (busy: boolean) => void
  onChange: (block: LetterBlock) => void
}
const noPicture: Row['pictures'][number] = { src: null, alt: '', caption: '' }

/** Up to three pictures side by side, each with a line below it. */
function RowFields({ block, onBusy, onChange }: RowFieldsProps) {
  const staff = useStaff()
  const change = (place: number, changes: Partial<Row['pictures'][number]>) =>
    onChange({
      ...block,
      pictures: block.pictures.map((each, index) => (index === place ? { ...each, ...changes } : each)),
    })
  return block.pictures.map((picture, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places
    <fieldset className="group" key={place}>
      <legend>{`Picture ${place + 1}`}</legend>
      {staff.may('uploadPicture') ? (
        <PictureField
          title={`Picture ${place + 1}`}
          hint="Square."
          width={1200}
          height={1200}
          src={picture.src}
          alt={picture.alt}
          error={undefined}
          onBusy={onBusy}
          onPicture={(src) => change(place, { src })}
          onAlt={(alt) => change(place, { alt })}
        />
      ) : (
        <p className="quiet">The owner chooses pictures.</p>
      )}
      <TextField
        label="Line below it"
        maxLength={120}
        value={picture.caption}
        onChange={(caption) => change(place, { caption })}
      />
    </fieldset>
  ))
}

const addable: BlockType[] = ['heading', 'text', 'belt', 'picture', 'row', 'button']

function AddBlock({ onAdd }: { onAdd: (block: LetterBlock) => void }) {
  const [isChoosing, setChoosing] = useState(false)
  const id = () => crypto.randomUUID()
  function add(type: BlockType) {
    if (type === 'belt') return setChoosing(!isChoosing)
    if (type === 'heading') onAdd({ id: id(), type, text: '' })
    if (type === 'text') onAdd({ id: id(), type, doc: { type: 'doc', content: [{ type: 'paragraph' }] } })
    if (type === 'picture') onAdd({ id: id(), type, src: null, alt: '', href: '' })
    if (type === 'row') onAdd({ id: id(), type, pictures: [noPicture, noPicture, noPicture] })
    if (type === 'button') onAdd({ id: id(), type, words: '', href: '' })
  }
  return (
    <div className="panel letter-add">
      <p className="group-title">Add a block</p>
      <div className="adm-tools">
        {addable.map((type) => (
          <button
            key={type}
            className="btn btn-2"
            type="button"
            aria-expanded={type === 'belt' ? isChoosing : undefined}
            onClick={() => add(type)}
          >
            {blockNames[type]}
          </button>
        ))}
      </div>
      {isChoosing && (
        <BeltChoice
          onChoose={(belt) => {
            setChoosing(false)
            onAdd({ id: id(), ...belt })
          }}
        />
      )}
    </div>
  )
}

type BeltWords = Omit<Extract<LetterBlock, { type: 'belt' }>, 'id'>

/** Any belt of the catalog, with its current text and picture. */
function BeltChoice({ onChoose }: { onChoose: (belt: BeltWords) => void }) {
  const [drop, setDrop] = useState<string>()
  const belts = useAdmin('listBelts', drop ? { drop } : {}, { keeps: true })
  const drops = useAdmin('listDrops', {})
  if (belts.isPending) return <p role="status">Reading …</p>
  if (belts.isError) return <p role="alert">The belts couldn’t be read. Close this and try again.</p>
  return (
    <div className="letter-two">
      <SelectField
        label="Drop"
        value={drop ?? belts.data.drop ?? ''}
        options={drops.data?.drops.map((each) => [each.drop, dropTitle(each.drop)]) ?? []}
        onChange={setDrop}
      />
      <SelectField
        label="Belt"
        value=""
        options={[['', 'Choose a belt …'], ...belts.data.belts.map((belt) => [belt.id, belt.name] as const)]}
        onChange={(chosen) => {
          const belt = belts.data.belts.find(({ id }) => id === chosen)
          if (!belt) return
          onChoose({
            ...{ type: 'belt', beltId: belt.id, slug: belt.slug, name: belt.name },
            words: [belt.description, belt.suits].filter(Boolean).join(' '),
            ...{ imageUrl: belt.imageUrl, imageAlt: belt.imageAlt },
          })
        }}
      />
    </div>
  )
}
