/**
 * The sharing pictures of members' straps, `public/og/strap-<holes>.jpg`, 1200 × 630: `node scripts/pictures/straps.ts`. One
 * for each number of holes, so that none says whose it is. Drawn with the page's own stylesheets.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strapRows } from '../../domain/strap.ts'
import { terms } from '../../domain/terms.ts'
import { shoot } from './shared.ts'

const root = path.resolve(import.meta.dirname, '../..')
const style = ['tokens', 'strap'].map((name) => readFileSync(path.join(root, `app/ui/${name}.css`), 'utf8'))

const pageOf = (had: number) => `<!doctype html><html data-theme="light"><style>${style.join('\n')}
  body { margin: 0; height: 630px; display: grid; align-content: center; background: #e3e0db; --surface: #e3e0db }
  .strap { box-sizing: border-box; width: 1180px; margin-left: -40px; padding: 60px 90px 60px 110px; grid-template-columns: 1fr; gap: 26px; border-radius: 8px 160px 160px 8px }
  .strap::before { inset: 20px; border-width: 4px; border-radius: 6px 140px 140px 6px }
  .strap i { --hole: 13px; height: 70px }
</style><body><div class="strap">${strapRows(had)
  .map((holes) => `<i style="--punched:${holes}"></i>`)
  .join('')}</div></body></html>`

await shoot(
  Array.from({ length: terms.repeatMonths }, (_, index) => ({
    name: `strap-${index + 1}`,
    html: pageOf(index + 1),
  })),
)
