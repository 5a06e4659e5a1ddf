import type { ReactNode } from 'react'

/** A part of a policy under its own heading. */
export function PolicySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="policy-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
