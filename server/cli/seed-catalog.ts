import { seed } from '../../db/seed/seed.ts'
import type { Command } from './command.ts'

export const seedCatalog: Command = {
  summary: 'puts the catalogue of belts, plans and quiz questions in place, as every start does',
  options: {},
  async run(shop) {
    await seed(shop.db)
    return ['Belts, plans and quiz questions are in place.']
  },
}
