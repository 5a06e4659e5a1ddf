import { formatCount } from '../../domain/count.ts'
import { type Proof, percentOf, returnedPercent, type ShopProof } from '../../domain/proof.ts'

type ProofLinesProps = { proof: Proof | ShopProof; as?: 'h2' | 'h3' }

/** What members said of a belt or of all, each with the number of answers behind it; nothing where too few answered. */
export function ProofLines({ proof, as: Heading = 'h2' }: ProofLinesProps) {
  const { fit, love } = proof
  if (!fit && !love) return null
  return (
    <section className="proof">
      <Heading>What members say</Heading>
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
        {'sent' in proof && (
          <>
            <dt>Belts sent</dt>
            <dd>{formatCount(proof.sent)}</dd>
            <dt>Sent back</dt>
            <dd>
              {returnedPercent(proof)} of {formatCount(proof.sent)} belts
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
