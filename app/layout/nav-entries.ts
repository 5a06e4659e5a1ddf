import { quizSectionId } from '../quiz/quiz-request.ts'

/** A link of the header: a section of the home page, and whether the quiz is pre-set to a gift. */
export type NavEntry = { label: string; section: string; gift?: boolean }

/** Spec §2 "Header", in its order. */
export const navEntries: NavEntry[] = [
  { label: 'How It Works', section: 'how-it-works' },
  { label: 'Style Quiz', section: quizSectionId },
  { label: 'Styles', section: 'styles' },
  { label: 'Gift a Friend', section: quizSectionId, gift: true },
  { label: 'Plans', section: 'plans' },
  { label: 'Sizing Guide', section: 'sizing-guide' },
]
