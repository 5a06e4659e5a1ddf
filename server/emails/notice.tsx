import type { MailContent } from '../shop/mailer.ts'
import { Layout, type MailPicture, plainMail, type Sender } from './layout.tsx'
import {
  AmountRow,
  Answers,
  type Choice,
  Letter,
  MailButton,
  MailLink,
  Part,
  Title,
  Words,
} from './parts.tsx'
import { render } from './render.ts'

/** A short email about one thing; all texts are ready to show. */
export type Notice = {
  to: string
  subject: string
  title: string
  /** the first one also shows next to the subject in the inbox */
  paragraphs: [string, ...string[]]
  /** the main action */
  link?: { words: string; href: string }
  /** the alternative action */
  otherLink?: { words: string; href: string }
  /** questions answered with a tap: a row of links below each */
  choices?: Choice[]
  /** the giver's message, set as a letter */
  letter?: { words: string; signed: string }
  /** a list with a heading */
  list?: { head: string; lines: string[] }
  rows?: { name: string; amount: string; isTotal?: boolean }[]
  closing?: string[]
  /** the link to leave or manage, below everything else */
  leave?: { words: string; href: string }
  /** pictures of the belts it's about */
  pictures?: readonly MailPicture[]
  /** why the reader gets it */
  reason: string
  /** no links to prices (for a gift's recipient) */
  isGift?: boolean
  /** to staff; to the shop's address it always is */
  isToShop?: boolean
}

const isToShop = (sender: Sender, notice: Notice) => notice.isToShop || notice.to === sender.supportEmail

/** The last line of every email about money or a renewal, to the payer. */
export function manageLink(sender: Sender): Pick<Notice, 'leave'> {
  return { leave: { words: 'Manage or cancel your membership', href: `${sender.publicUrl}/account` } }
}

/** Renders a notice as an email, in HTML and plain text. */
export async function renderNotice(sender: Sender, notice: Notice): Promise<MailContent> {
  const html = render(<NoticeMail sender={sender} notice={notice} />)
  return { to: notice.to, subject: notice.subject, html, text: plainText(sender, notice) }
}

function NoticeMail({ sender, notice }: { sender: Sender; notice: Notice }) {
  const {
    title,
    subject,
    paragraphs,
    letter,
    choices,
    link,
    otherLink,
    list,
    rows,
    closing,
    leave,
    reason,
    isGift,
    pictures,
  } = notice
  return (
    <Layout
      sender={sender}
      subject={subject}
      preview={paragraphs[0]}
      reason={reason}
      isGift={isGift}
      isToShop={isToShop(sender, notice)}
      pictures={pictures}
    >
      <Title>{title}</Title>
      {paragraphs.map((paragraph) => (
        <Words key={paragraph} isQuiet style={{ margin: '0 0 14px' }}>
          {paragraph}
        </Words>
      ))}
      {letter && <Letter {...letter} />}
      {choices?.map((choice) => (
        <Answers key={choice.head} {...choice} />
      ))}
      {list && (
        <Part>
          <Words style={{ fontWeight: 600 }}>{list.head}</Words>
          {list.lines.map((line) => (
            <Words key={line}>{line}</Words>
          ))}
        </Part>
      )}
      {rows && (
        <Part isTotal={rows.every((row) => row.isTotal)}>
          {rows.map((row) => (
            <AmountRow
              key={row.name}
              look={row.isTotal ? 'total' : 'line'}
              name={row.name}
              amount={row.amount}
            />
          ))}
        </Part>
      )}
      {link && <MailButton href={link.href}>{link.words}</MailButton>}
      {otherLink && <MailButton href={otherLink.href}>{otherLink.words}</MailButton>}
      {closing?.map((words) => (
        <Words key={words} isQuiet style={{ margin: '8px 0 0', fontSize: 14, lineHeight: '22px' }}>
          {words}
        </Words>
      ))}
      {leave && (
        <Words isQuiet style={{ margin: '8px 0 0', fontSize: 14, lineHeight: '22px' }}>
          <MailLink href={leave.href}>{leave.words}</MailLink>
        </Words>
      )}
    </Layout>
  )
}

function plainText(sender: Sender, notice: Notice): string {
  const { title, paragraphs, letter, choices, link, otherLink, list, rows, closing, leave, reason } = notice
  return plainMail({ sender, reason, isToShop: isToShop(sender, notice) }, [
    title,
    ...paragraphs,
    ...(letter ? [`${quoted(letter.words)}\n> \n> ${letter.signed}`] : []),
    ...(choices ?? []).map(({ head, links }) =>
      [head, ...links.map(({ spoken, href }) => `${spoken}: ${href}`)].join('\n'),
    ),
    ...(list ? [[list.head, ...list.lines].join('\n')] : []),
    ...(rows ? [rows.map((row) => `${row.name}: ${row.amount}`).join('\n')] : []),
    ...(link ? [`${link.words}: ${link.href}`] : []),
    ...(otherLink ? [`${otherLink.words}: ${otherLink.href}`] : []),
    ...(closing ?? []),
    ...(leave ? [`${leave.words}: ${leave.href}`] : []),
  ])
}

/** Quotes every line with "> ", so that none of it reads as ours. */
function quoted(words: string): string {
  return words
    .trim()
    .split('\n')
    .map((line) => `> ${line.trim()}`)
    .join('\n')
}
