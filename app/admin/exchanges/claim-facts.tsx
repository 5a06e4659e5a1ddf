import { adminContracts } from '../../../domain/admin/contracts.ts'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import { formatDate, formatDay } from '../../../domain/calendar-date.ts'
import { counted } from '../../../domain/count.ts'
import { brokenPartNames } from '../../../domain/warranty.ts'
import { callAddress } from '../../browser/call-api.ts'
import { useToday } from '../../shop/use-shop.ts'
import { useStaff } from '../client/use-admin.ts'
import { givenLabel } from './exchange-labels.ts'

type ClaimFactsProps = { exchange: ExchangeRow; claim: NonNullable<ExchangeRow['claim']> }

/** A claim's facts: what broke, the belt's age, photos, and the rule's proposal. */
export function ClaimFacts({ exchange, claim }: ClaimFactsProps) {
  const today = useToday()
  const staff = useStaff()
  const { part, wish, photos, arrivedOn, ageDays, warrantyUntil, proposed, answer } = claim
  return (
    <div className="claim">
      <dl className="claim-facts">
        {part && (
          <div>
            <dt>Broke</dt>
            <dd>{brokenPartNames[part]}</dd>
          </div>
        )}
        {ageDays !== null && arrivedOn && (
          <div>
            <dt>Age</dt>
            <dd className="num">
              {counted(ageDays, 'day')}, since {formatDay(arrivedOn, today)}
            </dd>
          </div>
        )}
        {warrantyUntil && (
          <div>
            <dt>Warranty</dt>
            <dd className="num">until {formatDate(warrantyUntil)}</dd>
          </div>
        )}
        <div>
          <dt>They’d like</dt>
          <dd>{wish ? givenLabel[wish] : 'whatever you think best'}</dd>
        </div>
        {proposed && (
          <div>
            <dt>Proposed</dt>
            <dd>
              <b>{givenLabel[proposed.remedy]}.</b> {proposed.why}
            </dd>
          </div>
        )}
        {answer && (
          <div>
            <dt>We said</dt>
            <dd>{answer}</dd>
          </div>
        )}
      </dl>
      {photos.length > 0 && staff.may('claimPhoto') && (
        <ul className="claim-photos">
          {photos.map((photoId, place) => (
            <li key={photoId}>
              <a href={callAddress(adminContracts.claimPhoto, { photoId })} download>
                <img
                  src={callAddress(adminContracts.claimPhoto, { photoId })}
                  alt={`What broke, ${place + 1}, ${exchange.number}`}
                  width={200}
                  height={200}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
