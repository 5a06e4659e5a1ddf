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
 * A size as people know it, pants or waist, with the belt size below. It is named by what is seen, "Pants 32, belt 34": by
 * one of the two numbers alone, whoever speaks to the page or listens to it would pick the wrong one.
 */
export function SizeTile({ value, label, checked, onChange, gender, detail }: SizeTileProps) {
  const id = useId()
  return (
    <label className={gender ? 'size' : 'size size-other'}>
      <input
        type="radio"
        name="quiz-size"
        value={value}
        checked={checked}
        onChange={onChange}
        {...(gender
          ? { 'aria-label': `${capitalized(measuredWord[gender])} ${measuredSizeOf(value)}, belt ${label}` }
          : { 'aria-labelledby': `${id}-name` })}
        aria-describedby={detail ? `${id}-detail` : undefined}
      />
      {gender ? (
        <>
          <b className="num">{measuredSizeOf(value)}</b>
          <small className="num">{`belt ${label}`}</small>
          {detail && <small id={`${id}-detail`}>{detail}</small>}
        </>
      ) : (
        <>
          <b className="num" id={`${id}-name`}>
            {label}
          </b>
          <small id={`${id}-detail`}>{detail}</small>
        </>
      )}
    </label>
  )
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
