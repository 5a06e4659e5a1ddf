/**
 * What a form needs before its button opens (spec §5), as its `data-needs` says it: names of fields that must be filled
 * in, or have one chosen, separated by spaces. "category=order:orderNumber": only with that category, an order number.
 * React, and the script that stands in until React is there (app/before-hydration/), open the button by this one rule.
 */
export type Needs = string

/** Whether a form has what it needs. @param valueIn a field's text, or the value of what is chosen; "" if none */
export function hasNeeded(needs: Needs, valueIn: (field: string) => string): boolean {
  return needs.split(' ').every((need) => {
    const [condition, field = condition!] = need.split(':')
    const [of, value] = condition!.split('=')
    return (field !== condition && valueIn(of!) !== value) || valueIn(field).trim() !== ''
  })
}
