import { formatCount } from '../../domain/count.ts'
import { type Proof, percentOf } from '../../domain/proof.ts'

/** What members said of a belt, each with the number of answers behind it; nothing where too few answered. */
export function ProofLines({ proof: { fit, love } }: { proof: Proof }) {
  if (!fit && !love) return null
  return (
    <section>
      <h2>What members say</h2>
      <dl className="kv num">
        {fit && (
          <>
            <dt>Fits right</dt>
            <dd>
              {percentOf(fit)} of {formatCount(fit.answers)} answers
            </dd>
          </>
        )}
        {love && (
          <>
            <dt>Love it</dt>
            <dd>
              {percentOf(love)} of {formatCount(love.answers)} answers
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
