import { expect, it } from 'vitest'
import { givenClasses, styledClasses } from './class-names.ts'

const given = (source: string, ...more: string[]) =>
  givenClasses(new Map([source, ...more].map((text, place) => [`${place}.tsx`, text])))

it('reads the classes of every selector, and none in comments, texts and values', () => {
  const css = `/* .told */ .a, .b:not(.c) > [data-x=".no"] { content: ".no"; width: .5rem; background: url(./d.no) }
    @media print { html:has(.e) .f { color: red } } @container (width > 1px) { .g { & .h { color: red } } }`
  expect([...styledClasses(css)].sort()).toEqual(['a', 'b', 'c', 'e', 'f', 'g', 'h'])
})

it('finds a class where an element gets it, also by a condition, a table, a property or a part', () => {
  const { direct, possible, prefixes } = given(
    `const Form = ({ kind, isWide, look = 'plain', tone }) => <form className={isWide ? 'wide' : \`sheet \${tones[kind]} of-\${kind}\`}>
      <p className={look} /><p className={tone} /><b className={isWide && 'bold'} /></form>
    const tones = { gift: 'warm' } as const
    const own = <Form tone="quiet" />`,
    `html\`<p class="lead">\${told}</p>\`; note.className = 'sr'; root.classList.add('is-shown')`,
  )
  expect([...direct].sort()).toEqual(['bold', 'is-shown', 'lead', 'sheet', 'sr', 'wide'])
  expect([...possible].sort()).toEqual([...direct, 'plain', 'quiet', 'warm'].sort())
  expect([...prefixes]).toEqual(['of-'])
})

it('takes no word for a class that only a comment, a sentence, a test of a value or a name says', () => {
  const { possible } = given(
    `// the sheet of paper
    const sheet = 'paper' as const
    const words = 'a sheet for you'
    const Page = ({ kind }) => <p title="sheet" className={kind === 'paper' ? 'narrow' : undefined}>sheet</p>`,
  )
  expect([...possible]).toEqual(['narrow'])
})

it('finds classes that are only looked up', () => {
  const { selected, direct } = given(`document.querySelector('.toggle > .count'); // .told`)
  expect([...selected]).toEqual(['toggle', 'count'])
  expect([...direct]).toEqual([])
})
