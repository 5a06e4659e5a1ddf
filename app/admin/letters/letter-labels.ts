import type { BlockType, LetterBlock } from '../../../domain/admin/letter-blocks.ts'
import type { LetterSummary } from '../../../domain/admin/letter-contracts.ts'

export const stateLabels: Record<LetterSummary['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
  ended: 'Given up',
}

export const stateSigns: Record<LetterSummary['state'], string> = {
  ...{ draft: 'st', scheduled: 'st half', sending: 'st half' },
  ...{ stopped: 'st no', sent: 'st ok', ended: 'st wn' },
}

export const blockNames: Record<BlockType, string> = {
  heading: 'Heading',
  text: 'Text',
  belt: 'Belt',
  picture: 'Picture',
  row: 'Pictures in a row',
  button: 'Button',
  scores: 'What members say',
}

/** A block's name with its content, for screen readers while it moves. */
export function blockName(block: LetterBlock): string {
  const about = {
    ...{ heading: '', text: '', belt: '', picture: '', row: '', button: '', scores: '' },
    ...(block.type === 'heading' ? { heading: block.text } : {}),
    ...(block.type === 'belt' ? { belt: block.name } : {}),
    ...(block.type === 'button' ? { button: block.words } : {}),
  }[block.type]
  return about ? `${blockNames[block.type]}: ${about}` : blockNames[block.type]
}
