import type { ReactNode } from 'react'
import { Button, Heading, Text } from 'react-email'

// The tokens of app/ui/tokens.css as plain values, because email apps don't support variables.
export const light = {
  ground: '#e3e0db',
  paper: '#f7f5f1',
  ink: '#1f1a16',
  quiet: '#544d46',
  hair: '#cac5bc',
  accent: '#87431a',
  onAccent: '#ffffff',
}

export const display = "'Brygada 1918','Iowan Old Style',Palatino,Georgia,serif"

/** A question and its answers; `spoken` is a link's text on its own. */
export type Choice = { head: string; links: { words: string; spoken: string; href: string }[] }

export function Title({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h1"
      className="h1 ink"
      style={{
        margin: '0 0 12px',
        font: `500 38px/42px ${display}`,
        letterSpacing: '-.3px',
        textWrap: 'balance',
        color: light.ink,
      }}
    >
      {children}
    </Heading>
  )
}

export function Words({
  children,
  isQuiet,
  style,
}: {
  children: ReactNode
  isQuiet?: boolean
  style?: object
}) {
  return (
    <Text
      className={isQuiet ? 'quiet' : 'ink'}
      style={{
        margin: '0 0 4px',
        fontSize: 16,
        lineHeight: '25px',
        color: isQuiet ? light.quiet : light.ink,
        ...style,
      }}
    >
      {children}
    </Text>
  )
}

/** A text as it was typed, line by line. */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
    <Words key={index}>{line || '\u00a0'}</Words>
  ))
}

/** A link inside text, in the text's color. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} style={{ color: light.quiet, textDecoration: 'underline' }}>
      {children}
    </a>
  )
}

/** The main action, shaped like a strap's end as on the site. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <div style={{ margin: '22px 0 26px' }}>
      <Button
        href={href}
        className="act"
        style={{
          padding: '14px 30px 14px 26px',
          borderRadius: '5px 28px 28px 5px',
          fontSize: 16,
          lineHeight: '24px',
          fontWeight: 600,
          background: light.accent,
          color: light.onAccent,
        }}
      >
        {children}
      </Button>
    </div>
  )
}

/** A question with its answers side by side, each a thumb-sized link. */
export function Answers({ head, links }: Choice) {
  return (
    <div style={{ margin: '22px 0 0' }}>
      <Words style={{ fontWeight: 600, margin: '0 0 8px' }}>{head}</Words>
      {links.map(({ words, spoken, href }) => (
        <a
          key={href}
          href={href}
          title={spoken}
          className="ink hair"
          style={{
            display: 'inline-block',
            minWidth: 26,
            margin: '0 6px 8px 0',
            padding: '11px 13px',
            border: `1px solid ${light.hair}`,
            borderRadius: 5,
            fontSize: 16,
            lineHeight: '22px',
            textAlign: 'center',
            textDecoration: 'none',
            color: light.ink,
          }}
        >
          {words}
        </a>
      ))}
    </div>
  )
}

/** A personal message, on a sheet of its own. */
export function Letter({ words, signed }: { words: string; signed: string }) {
  return (
    <div
      className="bg"
      style={{ background: light.ground, padding: '24px 26px 20px', margin: '20px 0 22px', borderRadius: 3 }}
    >
      {words
        .trim()
        .split('\n')
        .map((line, index) => (
          <Words
            // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
            key={index}
            style={{ font: `20px/30px ${display}`, margin: 0 }}
          >
            {line.trim() || '\u00a0'}
          </Words>
        ))}
      <Words isQuiet style={{ margin: '12px 0 0' }}>
        {signed}
      </Words>
    </div>
  )
}

/** A section with a hairline above it, unless it's a total, which has its own. */
export function Part({ children, isTotal }: { children: ReactNode; isTotal?: boolean }) {
  return (
    <div
      className="hair"
      style={{
        ...(isTotal ? {} : { borderTop: `1px solid ${light.hair}` }),
        padding: isTotal ? '0 0 20px' : '22px 0 20px',
      }}
    >
      {children}
    </div>
  )
}

/** Text on the left, an amount on the right. The widths leave room for the white space between the two inline blocks. */
export function AmountRow({
  name,
  amount,
  look,
}: {
  name: ReactNode
  amount: string
  look: 'head' | 'line' | 'total'
}) {
  const isTotal = look === 'total'
  const Name = look === 'head' ? 'h2' : 'div'
  const left =
    look === 'head' ? { font: `500 24px/28px ${display}`, color: light.ink } : { color: light.quiet }
  return (
    <div
      className={isTotal ? 'rule' : undefined}
      style={
        isTotal
          ? { padding: '14px 0 0', marginTop: 10, borderTop: `1px solid ${light.ink}` }
          : { padding: look === 'head' ? 0 : '5px 0' }
      }
    >
      <Name
        className={look === 'line' ? 'quiet' : 'ink'}
        style={{
          margin: 0,
          display: 'inline-block',
          width: '64.9%',
          fontSize: 16,
          ...left,
          ...(isTotal ? { color: light.ink } : {}),
        }}
      >
        {name}
      </Name>
      <div
        className="ink"
        style={{
          display: 'inline-block',
          width: '35%',
          textAlign: 'right',
          fontSize: 16,
          fontVariantNumeric: 'tabular-nums',
          color: light.ink,
          ...(isTotal ? { font: `26px/30px ${display}` } : {}),
        }}
      >
        {amount}
      </div>
    </div>
  )
}
