/** The permanent success card (spec §4); it takes the focus that its form had. */
export function SignupDone({ children }: { children: string }) {
  return (
    <p className="news-done" role="status" tabIndex={-1} ref={(card) => card?.focus({ preventScroll: true })}>
      {children}
    </p>
  )
}
