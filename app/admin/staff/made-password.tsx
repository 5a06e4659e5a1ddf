import { useEffect, useRef } from 'react'

export type Made = { username: string; password: string }

/** A password that was made, shown this once. */
export function MadePassword({ made, onClose }: { made: Made; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each password made calls the eyes here anew
  useEffect(() => heading.current?.focus(), [made])
  return (
    <section className="panel adm-form made" aria-labelledby="made-title">
      <h2 id="made-title" ref={heading} tabIndex={-1}>
        A password for {made.username}
      </h2>
      <p>
        <code className="made-password">{made.password}</code>
      </p>
      <p className="quiet">
        It is shown only now. Hand it over in person or by telephone; it has to be changed at the first
        sign-in.
      </p>
      <button className="btn btn-2" type="button" onClick={onClose}>
        Done
      </button>
    </section>
  )
}
