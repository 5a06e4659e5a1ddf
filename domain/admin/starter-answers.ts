import { returnWindow } from '../term-words.ts'

/** A placeholder for something the shop knows about the writer: `{name}`. */
const field = /\{([a-z ]+)\}/g

/** An answer with its placeholders filled in; unknown ones stay. */
export function fillAnswer(text: string, fields: Record<string, string | null>): string {
  return text.replace(field, (whole, name: string) => fields[name] ?? whole)
}

/** The placeholders left in an answer. */
export function openFields(text: string): string[] {
  return [...text.matchAll(field)].map(([, name]) => name!)
}

/**
 * Answers to the most common questions, in the shop's voice (docs/voice.md); a saved answer with the same title replaces
 * one.
 */
export const starterAnswers: readonly { title: string; text: string }[] = [
  {
    title: 'Where’s my belt? It’s on its way',
    text: 'Hi {name},\n\nYour {sent box} belt left on {shipped on}. Here’s where it is: {tracking}\n\nIf the tracking looks stuck, reply to this email and I’ll look into it.\n\n{me}',
  },
  {
    title: 'Where’s my belt? It hasn’t left yet',
    text: 'Hi {name},\n\nYour next belt is {next box}’s. It ships by {ship by}, and you’ll get an email with the tracking when it does.\n\n{me}',
  },
  {
    title: 'Change size or style',
    text: 'Hi {name},\n\nYou can change your size and styles any time on your page: {my page}\n\nChange them by {change by} and they count for your {next box} belt.\n\n{me}',
  },
  {
    title: 'Doesn’t fit',
    text: `Hi {name},\n\nSorry it isn’t right. You’ve got ${returnWindow} from delivery to send it back or swap it, and it doesn’t cost you anything. Start here: {my page}\n\nNot sure about the size? Tell me the size of your favorite pants and I’ll help.\n\n{me}`,
  },
  {
    title: 'It came damaged',
    text: 'Hi {name},\n\nI’m sorry. That’s not how it should arrive. Could you reply with a photo? I’ll replace it free.\n\n{me}',
  },
  {
    title: 'Cancel, skip or pause',
    text: 'Hi {name},\n\nYou can cancel, skip a month or pause here, and it takes effect right away: {my page}\n\nBelts you’ve paid for still come.\n\n{me}',
  },
  {
    title: 'Is it really you?',
    text: 'Hi,\n\nHappy to help. Before I look anything up, please reply to this email from the address you ordered with, and tell me your order number. It’s in your order confirmation.\n\n{me}',
  },
]
