import type { GiftPageView } from '../../domain/account/gift-contracts.ts'
import { dropName } from '../../domain/drop.ts'
import { giverOf } from '../../domain/gift-copy.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { callName } from '../../domain/slug.ts'
import { OpenedBox } from '../belts/opened-box.tsx'
import { useFirstSix } from '../quiz/use-first-six.ts'

/** What the recipient will unwrap: a belt that could come first, until the first has left. */
export function GiftBox({ gift }: { gift: GiftPageView }) {
  const { gender, size, styles, boxes } = gift
  const belts = useFirstSix({
    ...{ gender, size: size || unsureSize },
    styles: styles.length > 0 ? styles : [recipientPicksStyle],
  })
  const [first] = boxes
  if (!first || first.state === 'sent') return null
  const belt = belts === 'none' ? null : (belts?.[0] ?? null)
  return (
    <div className="gift-box">
      <OpenedBox
        belt={belt}
        to={callName(gift.recipientName)}
        line={`From ${giverOf(gift)}, in ${dropName(first.drop)}`}
      />
      {belt && (
        <p className="small quiet">
          {styles.length > 0
            ? `Likely: ${belt.name}.`
            : `It could be ${belt.name}, or another. You choose the style.`}
        </p>
      )}
    </div>
  )
}
