import { type BeltFields, type BeltView, beltFields } from '../../../domain/admin/belt-contracts.ts'
import type { Drop } from '../../../domain/drop.ts'
import { carriesDateCode, dateCode } from '../../../domain/sku.ts'
import type { ApiError } from '../../browser/call-api.ts'

/** A belt being edited: numbers and lists as text. */
export type BeltDraft = Omit<BeltFields, 'widthMm' | 'displayOrder' | 'colors'> & {
  widthMm: string
  displayOrder: string
  /** comma-separated */
  colors: string
}

export type DraftErrors = Partial<Record<keyof BeltDraft, string>>

export function emptyDraft(others: readonly BeltView[]): BeltDraft {
  return {
    name: '',
    description: '',
    material: '',
    widthMm: '',
    buckle: '',
    style: 'dress',
    gender: 'male',
    colors: '',
    sku: '',
    imageUrl: null,
    imageAlt: '',
    lifestyleImageUrl: null,
    lifestyleAlt: '',
    suits: '',
    nightImageUrl: null,
    detailImageUrl: null,
    detailAlt: '',
    displayOrder: String(Math.max(-1, ...others.map((belt) => belt.displayOrder)) + 1),
    isActive: true,
  }
}

/** The editable fields of a belt. */
export function writtenOf(belt: BeltView): BeltFields {
  const {
    id: _id,
    drop: _drop,
    stock: _stock,
    isUsed: _isUsed,
    slug: _slug,
    design: _design,
    ...fields
  } = belt
  return fields
}

export function draftOf(belt: BeltView): BeltDraft {
  return {
    ...writtenOf(belt),
    widthMm: String(belt.widthMm),
    displayOrder: String(belt.displayOrder),
    colors: belt.colors.join(', '),
  }
}

/** Values that another belt already has, by form field, from the server's error. */
export function takenOf(error: ApiError): DraftErrors {
  const fields = Object.entries(error.fields)
  return Object.fromEntries(fields.map(([path, sentence]) => [path.replace(/^belt\./, ''), sentence]))
}

/** The belt a draft describes, or its errors by field; the server applies the same rules. */
export function checkDraft(draft: BeltDraft, drop: Drop): { belt?: BeltFields; errors: DraftErrors } {
  const parsed = beltFields.safeParse({
    ...draft,
    widthMm: figure(draft.widthMm),
    displayOrder: figure(draft.displayOrder),
    colors: draft.colors
      .split(',')
      .map((color) => color.trim())
      .filter(Boolean),
  })
  const errors: DraftErrors = {}
  for (const issue of parsed.error?.issues ?? []) {
    errors[issue.path[0] as keyof BeltDraft] ??= issue.message
  }
  if (!errors.sku && !carriesDateCode(draft.sku, drop)) {
    errors.sku = `This drop’s SKUs have ${dateCode(drop)} between hyphens.`
  }
  return parsed.success && Object.keys(errors).length === 0 ? { belt: parsed.data, errors } : { errors }
}

function figure(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
