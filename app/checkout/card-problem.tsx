import type { ReactNode } from 'react'
import { Icon } from '../ui/icons.tsx'

type CardProblemProps = {
  children: ReactNode
  onTryAgain?: () => void
}

/** In place of a card form that cannot be shown: why, and what to do. */
export function CardProblem({ children, onTryAgain }: CardProblemProps) {
  return (
    <div className="pay-form">
      <p className="alert bad" role="alert">
        <Icon name="alert" />
        <span>{children}</span>
      </p>
      {onTryAgain && (
        <button className="btn btn-1 btn-wide" type="button" onClick={onTryAgain}>
          Try again
        </button>
      )}
    </div>
  )
}
