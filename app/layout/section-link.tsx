import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { requestQuiz } from '../shop/quiz-request.ts'

type SectionLinkProps = {
  /** id of a section of the home page */
  section: string
  /** pre-sets the quiz to a gift */
  gift?: boolean | undefined
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** Goes to a section of the home page, from any page. */
export function SectionLink({ section, gift, className, onClick, children }: SectionLinkProps) {
  return (
    <Link
      to={`/#${section}`}
      className={className}
      data-tap={gift}
      onClick={() => {
        if (gift) requestQuiz({ gift: true })
        onClick?.()
      }}
    >
      {children}
    </Link>
  )
}
