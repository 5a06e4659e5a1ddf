import type { PlanId } from '../../domain/plan.ts'

/** What an address presets in the quiz: `/?gift`, `/?plan=6-months`, or both. The server renders all of them alike. */
export type QuizPreset = { gift?: true; planId?: PlanId }

/** The preset of an address's query; null: none. */
export function presetIn(search: string): QuizPreset | null {
  const asked = new URLSearchParams(search)
  const planId = asked.get('plan')
  if (!asked.has('gift') && !planId) return null
  return { ...(asked.has('gift') ? { gift: true } : {}), ...(planId ? { planId } : {}) }
}

/** The same query without its preset, which the quiz has taken: a reload keeps what was answered since. */
export function withoutPreset(search: string): string {
  const asked = new URLSearchParams(search)
  asked.delete('gift')
  asked.delete('plan')
  return asked.size > 0 ? `?${asked}` : ''
}
