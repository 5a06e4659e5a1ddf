import { type ReactNode, useId } from 'react'
import type { Gender } from '../../domain/belt.ts'
import { measuredSizeOf, measuredWord } from '../../domain/sizing.ts'
import { Picture } from '../ui/picture.tsx'

type ChoiceProps = {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
  onChange: () => void
  label: string
  detail: string
  /** the 840 px file of a picture set; without it the card is text only */
  picture?: string
  /** the same picture for the dark theme */
  night?: string
}

/** A card that is one native radio or checkbox: picture, name, one line, and a check mark. */
export function Choice({ type, name, value, checked, onChange, label, detail, picture, night }: ChoiceProps) {
  const id = useId()
  return (
    <label className={picture ? 'choice choice-row' : 'choice choice-plain'}>
      {picture && (
        <span className="choice-pic">
          <Picture
            src={picture}
            night={night}
            alt=""
            width={840}
            height={picture.includes('lifestyle') ? 1050 : 840}
            sizes="(min-width: 48rem) 24rem, 7.5rem"
            className={picture.includes('lifestyle') ? undefined : 'product'}
          />
        </span>
      )}
      <span className="choice-body">
        <b id={`${id}-name`}>{label}</b>
        {detail && <small id={`${id}-detail`}>{detail}</small>}
        <input
          className={type === 'checkbox' ? 'tick sq' : 'tick'}
          type={type}
          name={name}
          value={value}
          checked={checked}
          onChange={onChange}
          aria-labelledby={`${id}-name`}
          aria-describedby={detail ? `${id}-detail` : undefined}
        />
      </span>
    </label>
  )
}

type ChoicesProps = { legend: ReactNode; columns?: 2 | 3; children: ReactNode }

/** The choices of one question. */
export function Choices({ legend, columns, children }: ChoicesProps) {
  return (
    <fieldset className={columns ? `choices choices-${columns}` : 'choices'}>
      <legend className="sr">{legend}</legend>
      {children}
    </fieldset>
  )
}

type SizeTileProps = {
  /** the stored value: a belt size or a choice in words */
  value: string
  label: string
  checked: boolean
  onChange: () => void
  /** a choice in words has none and takes a full row */
  gender?: Gender
  detail?: string
}

/**
 * A size as people know it, pants or waist, with the belt size below. Its accessible name is the belt size, which is what
 * gets stored and confirmed.
 */
export function SizeTile({ value, label, checked, onChange, gender, detail }: SizeTileProps) {
  const id = useId()
  const name = (
    <span className="num" id={`${id}-name`}>
      {label}
    </span>
  )
  return (
    <label className={gender ? 'size' : 'size size-other'}>
      <input
        type="radio"
        name="quiz-size"
        value={value}
        checked={checked}
        onChange={onChange}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-detail`}
      />
      {gender ? (
        <>
          <b className="num" id={`${id}-detail`}>
            <span className="sr">{measuredWord[gender]} </span>
            {measuredSizeOf(value)}
          </b>
          <small>belt {name}</small>
          {detail && <small>{detail}</small>}
        </>
      ) : (
        <>
          <b>{name}</b>
          <small id={`${id}-detail`}>{detail}</small>
        </>
      )}
    </label>
  )
}
