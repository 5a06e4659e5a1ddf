/** Titles and notes: spec §2 "How It Works". Also read by app/seo/page-head.ts. */
export const howSteps = [
  {
    title: 'Build Your Profile',
    words: 'Six short questions: who it is for, how you dress, your size, where it goes.',
  },
  {
    title: 'Choose Style',
    words: 'Dress, casual, stretch, or all three. Each month we pick a belt that you have not had.',
  },
  {
    title: 'Wear and Swap',
    words: 'Wear it, or swap the size or the style free within 30 days while it is unworn.',
  },
]
