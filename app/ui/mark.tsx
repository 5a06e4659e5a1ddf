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
