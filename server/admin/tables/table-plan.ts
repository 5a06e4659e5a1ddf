import { createHash } from 'node:crypto'
import type { TableOutcome, TablePreview } from '../../../domain/admin/table-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { LineProblem, Table } from './read-table.ts'

export type PlannedLine = {
  line: number
  /** the row it changes, for the digest */
  key: string
  what: string
  isNew: boolean
  fields: { name: string; before: string; after: string }[]
  warning?: string
}

/** What importing a file would do. */
export type TablePlan<Line extends PlannedLine> = {
  lines: Line[]
  known: number
  problems: LineProblem[]
  ignored: string[]
  losing: number
}

/** Most bad lines and changes shown one by one; the rest are only counted. */
const shownProblems = 500
const shownChanges = 200

export function outcomeOf(plan: TablePlan<PlannedLine>): TableOutcome {
  const problems = plan.problems.sort((one, other) => one.line - other.line)
  return {
    taken: plan.lines.length,
    known: plan.known,
    badLines: new Set(problems.map(({ line }) => line)).size,
    problems: problems.slice(0, shownProblems),
    ignored: plan.ignored,
  }
}

export function previewOf(plan: TablePlan<PlannedLine>): TablePreview {
  return {
    ...outcomeOf(plan),
    changes: plan.lines.slice(0, shownChanges).map(({ line, what, isNew, fields, warning = null }) => ({
      ...{ line, what, isNew, warning },
      fields: fields.map((field) => ({ name: field.name, before: field.before, after: field.after })),
    })),
    losing: plan.losing,
    seen: digestOf(plan),
  }
}

/** @throws ShopError 'not_possible' if the file would now do something else than the owner was shown */
export function requireSeen(plan: TablePlan<PlannedLine>, seen: string) {
  if (digestOf(plan) === seen) return
  throw new ShopError(
    'not_possible',
    'Someone changed these belts since you looked, so nothing was saved. Look at the changes again, then save.',
  )
}

function digestOf(plan: TablePlan<PlannedLine>): string {
  const what = plan.lines.map(({ key, fields, warning }) => [key, fields, warning])
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url')
}

/** A new plan that starts with the table's own problems. */
export function newPlan<Line extends PlannedLine>(table: Table<string>): TablePlan<Line> {
  return { lines: [], known: 0, problems: [...table.problems], ignored: table.ignored, losing: 0 }
}
