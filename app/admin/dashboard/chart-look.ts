/** How every axis looks. */
export const axis = {
  tickLine: false,
  axisLine: { stroke: 'var(--edge)' },
  tick: { fill: 'var(--ink-2)', fontSize: 12 },
} as const

/** How the figures under the pointer look. */
export const tip = {
  cursor: { fill: 'var(--well)', opacity: 0.5 },
  contentStyle: {
    background: 'var(--raised)',
    border: '1px solid var(--hair)',
    borderRadius: 'var(--r-paper)',
    color: 'var(--ink)',
  },
  itemStyle: { color: 'var(--ink)' },
} as const
