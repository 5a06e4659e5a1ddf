import { useState } from 'react'
import type { OptionFields } from '../../../domain/admin/quiz-contracts.ts'
import { isFixedLabel } from '../../../domain/admin/quiz-rules.ts'
import { TextField } from '../../ui/text-field.tsx'
import { MoveHandle, SortableList, useSortableRow } from '../ui/sortable-list.tsx'

/** An option being edited; `id` is only for the list. */
export type OptionDraft = OptionFields & { id: string }

type OptionRowsProps = {
  stepKey: string | null
  options: OptionDraft[]
  errors: Record<string, string>
  onChange: (options: OptionDraft[]) => void
}

/**
 * A question's options in order. A step's options can be reworded and moved; an extra question's can also be added
 * and removed.
 */
export function OptionRows({ stepKey, options, errors, onChange }: OptionRowsProps) {
  const [added, setAdded] = useState<string | null>(null)
  const change = (id: string, fields: Partial<OptionDraft>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...fields } : option)))
  function add() {
    const id = crypto.randomUUID()
    setAdded(id)
    onChange([...options, { id, optionText: '', description: '', value: '', isActive: true }])
  }
  return (
    <fieldset className="option-rows">
      <legend>Options</legend>
      <SortableList
        items={options.map(({ id, optionText }) => ({ id, name: optionText || 'New option' }))}
        onOrder={(ids) => onChange(ids.flatMap((id) => options.filter((option) => option.id === id)))}
      >
        <ol>
          {options.map((option, index) => (
            <OptionRow
              key={option.id}
              option={option}
              stepKey={stepKey}
              error={errors[`answerOptions.${index}.optionText`]}
              isNew={option.id === added}
              onChange={(fields) => change(option.id, fields)}
              onRemove={() => onChange(options.filter(({ id }) => id !== option.id))}
            />
          ))}
        </ol>
      </SortableList>
      {errors.answerOptions && <p className="err">{errors.answerOptions}</p>}
      {stepKey === null && (
        <button className="btn btn-2" type="button" onClick={add}>
          Add an option
        </button>
      )}
    </fieldset>
  )
}

type OptionRowProps = {
  option: OptionDraft
  stepKey: string | null
  error: string | undefined
  isNew: boolean
  onChange: (fields: Partial<OptionDraft>) => void
  onRemove: () => void
}

function OptionRow({ option, stepKey, error, isNew, onChange, onRemove }: OptionRowProps) {
  const { row, handle } = useSortableRow(option.id)
  const name = option.optionText || 'new option'
  return (
    <li className="option-row" {...row}>
      <MoveHandle name={name} {...handle} />
      <TextField
        label="Words"
        value={option.optionText}
        onChange={(optionText) => onChange({ optionText })}
        error={error}
        maxLength={80}
        readOnly={isFixedLabel(stepKey, option.value)}
        autoFocus={isNew}
      />
      <TextField
        label="Small line"
        value={option.description}
        onChange={(description) => onChange({ description })}
        maxLength={120}
      />
      {stepKey === null && (
        <button className="text-btn" type="button" onClick={onRemove}>
          Remove<span className="sr"> {name}</span>
        </button>
      )}
    </li>
  )
}
