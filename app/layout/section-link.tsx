import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type QuizRequest, requestQuiz } from '../shop/quiz-request.ts'

type SectionLinkProps = {
  /** id of a section of the home page */
  section: string
  /** pre-sets the quiz to a gift */
  gift?: boolean | undefined
  /** what else to preset in the quiz */
  asks?: QuizRequest
  className?: string
  /** id of what describes it */
  describedBy?: string
  onClick?: () => void
  children: ReactNode
}

/** A link to a section of the home page, from any page. */
export function SectionLink(props: SectionLinkProps) {
  const { section, gift, asks, className, describedBy, onClick, children } = props
  return (
    <Link
      to={`/#${section}`}
      className={className}
      aria-describedby={describedBy}
      data-tap={gift || asks ? true : undefined}
      // Shown at once, by the script that stands in until React is there.
      data-gift={gift || undefined}
      data-plan={asks?.planId}
      onClick={() => {
        if (gift || asks) requestQuiz({ ...(gift ? { gift } : {}), ...asks })
        onClick?.()
      }}
    >
      {children}
    </Link>
  )
}
