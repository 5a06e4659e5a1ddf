import type { LetterBlock } from '../../domain/admin/letter-blocks.ts'
import type { Belt } from '../../domain/belt.ts'
import { BeltShot, lookAt } from '../belts/belt-shot.tsx'
import { Block } from '../letters/letter-blocks.tsx'
import './story.css'

type StoryProps = { blocks: readonly LetterBlock[]; belts: readonly Belt[] }

/** A drop's story, in the blocks of its letter. Belts that follow one another stand side by side, no two alike. */
export function Story({ blocks, belts }: StoryProps) {
  // Across the whole story, so that the first belt of one group doesn't look like the last of the one before.
  const places = new Map(blocks.filter((block) => block.type === 'belt').map(({ id }, place) => [id, place]))
  return (
    <div className="story">
      {groupsOf(blocks).map((group) => {
        const shown = group.map((block) => {
          const look = lookAt(places.get(block.id) ?? 0)
          return (
            <Block
              key={block.id}
              block={block}
              shotOf={(beltId) => {
                const belt = belts.find(({ id }) => id === beltId)
                return (
                  belt && (
                    <BeltShot
                      belt={belt}
                      look={look}
                      sizes="(min-width: 64rem) 40rem, (min-width: 48rem) 46vw, 92vw"
                    />
                  )
                )
              }}
            />
          )
        })
        const [first] = group
        return first?.type === 'belt' ? (
          <div key={first.id} className="story-belts">
            {shown}
          </div>
        ) : (
          shown
        )
      })}
    </div>
  )
}

/** Blocks one by one, but belts that follow one another together. */
function groupsOf(blocks: readonly LetterBlock[]): LetterBlock[][] {
  const groups: LetterBlock[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.type === 'belt' && last?.[0]?.type === 'belt') last.push(block)
    else groups.push([block])
  }
  return groups
}
