import { returnWindow } from '../../domain/term-words.ts'

/** Titles and notes: spec §2 "How It Works". Also read by app/seo/page-head.ts. */
export const howSteps = [
  {
    title: 'Build Your Profile',
    words: 'Six quick questions: who it’s for, how you dress, your size and where to send it.',
  },
  {
    title: 'Choose Style',
    words: 'Dress, casual, stretch or all three. Every month we’ll pick one you haven’t had.',
  },
  {
    title: 'Wear and Swap',
    words: `Wear it, or swap the size or style free within ${returnWindow}, as long as it’s unworn.`,
  },
]
