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
  onClick?: () => void
  children: ReactNode
}

/** A link to a section of the home page, from any page. */
export function SectionLink({ section, gift, asks, className, onClick, children }: SectionLinkProps) {
  return (
    <Link
      to={`/#${section}`}
      className={className}
      data-tap={gift || asks ? true : undefined}
      onClick={() => {
        if (gift || asks) requestQuiz({ ...(gift ? { gift } : {}), ...asks })
        onClick?.()
      }}
    >
      {children}
    </Link>
  )
}
