import type { ReactNode } from 'react'

/** Ten line icons: 24 px grid, stroke 1.5. No icon where a word will do. */
const shapes = {
  bag: (
    <>
      <path d="M5 8h14l-1 12H6L5 8Z" />
      <path d="M9 8V7a3 3 0 0 1 6 0v1" />
    </>
  ),
  theme: (
    <>
      <circle cx="12" cy="12" r="7.5" />
      <path d="M12 4.5a7.5 7.5 0 0 1 0 15Z" fill="currentColor" />
    </>
  ),
  menu: <path d="M4 9h16M4 15h16" />,
  social: (
    <>
      <rect x="4.5" y="4.5" width="15" height="15" rx="4.5" />
      <circle cx="12" cy="12" r="3.4" />
    </>
  ),
  left: <path d="M14.5 6 8.5 12l6 6" />,
  right: <path d="m9.5 6 6 6-6 6" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  lock: (
    <>
      <rect x="5.5" y="10.5" width="13" height="9" rx="1.5" />
      <path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="5.5" />
      <path d="m15.2 15.2 4 4" />
    </>
  ),
  alert: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 8v4.5M12 15.6v.1" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

/** Decorative only: the control's name or the text next to it must say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {shapes[name]}
    </svg>
  )
}

/** The logo: a D-ring buckle from the front. It has no letter, so it fits any shop name. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M6.5 5.5H15a10.5 10.5 0 0 1 0 21H6.5Z" />
      <path d="M6.5 16h23" />
    </svg>
  )
}
