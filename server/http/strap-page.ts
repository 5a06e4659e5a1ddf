import type { Hono } from 'hono'
import { html } from 'hono/html'
import { hadSentence, strapLine, strapPicture, strapRows, strapTitle } from '../../domain/strap.ts'
import { noRepeat } from '../../domain/term-words.ts'
import { strapAt } from '../account/memberships/shared-strap.ts'
import type { Shop } from '../shop/shop.ts'
import { leadTo, type Tell } from './told-page.ts'

/**
 * A strap that its member shares: which belts, in which months, and nothing else about anybody. Read anew each time, so that
 * it ends with the press that ends it.
 */
export function mountStrapPage(app: Hono, shop: Shop, tell: Tell) {
  app.get('/strap/:token', async (context) => {
    const belts = await strapAt(shop.db, context.req.param('token'))
    if (!belts)
      return tell(context, {
        title: 'This strap isn’t shared',
        status: 404,
        body: html`<p class="lead">Whoever shared it took it back, or part of the link got cut off.</p>${leadTo('/', 'See the belts')}`,
      })
    const had = belts.length
    return tell(context, {
      title: strapTitle(had),
      share: {
        description: `${hadSentence(had)} A leather belt a month, and never the same one twice in ${noRepeat}.`,
        picture: strapPicture(had),
        pictureAlt: `A strap. ${hadSentence(had)}`,
      },
      body: html`<div class="strap-sheet"><div class="strap" aria-hidden="true">${strapRows(had).map((holes) => html`<i style="--punched:${holes}"></i>`)}</div>
<p class="small quiet">${hadSentence(had)}</p>
<ol class="strap-belts">${belts.map((belt) => html`<li>${strapLine(belt)}</li>`)}</ol></div>
${leadTo('/', 'See how a belt a month works')}`,
    })
  })
}
