import { expect, it } from 'vitest'
import { carriesDateCode, suggestSku } from './sku.ts'

it('a suggested SKU follows the first belts’ pattern', () => {
  const belt = { gender: 'male', style: 'dress', drop: '2025-11' } as const
  expect(suggestSku({ ...belt, name: 'The Ashbury' }, [])).toBe('MD1-202511-ASHBURY')
  expect(suggestSku({ ...belt, name: 'The Whitlock' }, ['MD1-202511-ASHBURY', 'MC3-202511-X'])).toBe(
    'MD2-202511-WHITLOCK',
  )
  expect(carriesDateCode('MD2-202511-WHITLOCK', '2025-11')).toBe(true)
})

it('a suggested SKU takes the next number, and only letters and digits from the name', () => {
  const belt = { gender: 'female', style: 'stretch', drop: '2026-12' } as const
  expect(suggestSku({ ...belt, name: 'The Été No. 5' }, ['WS1-202612-A', 'WS7-202612', 'WD9-202612-B'])).toBe(
    'WS8-202612-ETENO5',
  )
  expect(suggestSku({ ...belt, name: '  ' }, [])).toBe('WS1-202612')
  expect(carriesDateCode('WS1-2026120', '2026-12')).toBe(false)
})
