import type { Gender, Style } from '../../domain/belt.ts'

/** What the invented members write about their belts, by the act; used in turn. */
export const reviewWords = {
  love: [
    [5, 'Softer than I expected and it hasn’t moved a hole in two months. I’ve stopped thinking about it.'],
    [5, 'My husband asked where I got it. My husband doesn’t ask about belts.'],
    [5, 'The edge is finished like something you’d hand down.'],
    [5, 'Wore it to a wedding and to the hardware store in the same weekend. Right both times.'],
    [5, 'I opened the box at my desk and three people came over.'],
    [5, 'Third one from the club and the first I’d have bought at full price without blinking.'],
    [5, 'The color is even better in daylight.'],
  ],
  like: [
    [4, 'Good leather, honest buckle. I’d have liked the lighter color.'],
    [4, 'A little stiff in the first week, then fine.'],
    [4, 'Not a belt I’d have picked, and now it’s the one by the door.'],
    [4, 'Fits right. One star kept back until it has lasted a winter.'],
    [4, 'The card said it would soften. It did.'],
  ],
  dislike: [[2, 'Well made, but too shiny for anything I own.']],
} as const satisfies Record<string, readonly (readonly [stars: number, text: string])[]>

/** Messages from the contact form: hours ago, who, about what, and the answer; null: it's still waiting. */
export const inboxWords: readonly {
  hoursAgo: number
  from: string
  category: 'general' | 'order' | 'return' | 'billing' | 'sizing' | 'feedback'
  subject: string
  message: string
  answer: string | null
}[] = [
  {
    ...{ hoursAgo: 24 * 250, from: 'Felix', category: 'sizing', subject: 'Between two sizes' },
    message: 'My pants are a 36 on a good day and a 35 on others. Which belt do I take?',
    answer: 'Take the 38. Its middle hole is where you’ll be, with two to spare on either side.',
  },
  {
    ...{ hoursAgo: 24 * 180, from: 'Milo', category: 'return', subject: 'Not for me' },
    message: 'It’s a nice belt, but I don’t wear black. Can I send it back?',
    answer: 'Of course. The label’s in your email, and the money goes back once the belt is here.',
  },
  {
    ...{ hoursAgo: 24 * 122, from: 'Esme', category: 'billing', subject: 'A year at once' },
    message: 'I’d like to pay for the year instead of every month. Do I have to cancel first?',
    answer: 'No. I switched you: your next payment is for twelve belts, and nothing else changes.',
  },
  {
    ...{ hoursAgo: 24 * 61, from: 'Wim', category: 'feedback', subject: 'The card in the box' },
    message: 'Whoever writes the little card in the box, please keep doing it. We have them on the fridge.',
    answer: 'That made our morning. I’ve read it out in the workshop.',
  },
  {
    ...{ hoursAgo: 24 * 20, from: 'Jana', category: 'general', subject: 'Vegetable tanned?' },
    message: 'Are all of your belts vegetable tanned, or only the casual ones?',
    answer: 'The casual ones are. The dress belts are chrome tanned calf, which takes a finer finish.',
  },
  {
    ...{ hoursAgo: 9, from: 'Max', category: 'sizing', subject: 'How do I measure?' },
    message: 'I’ve lost a bit of weight since I joined. Should I measure again, and where exactly?',
    answer: null,
  },
  {
    ...{ hoursAgo: 4, from: 'Nele', category: 'order', subject: 'Second address' },
    message: 'I’m at my sister’s until the 10th. Can the next box go there instead?',
    answer: null,
  },
]

/** Six names for each month's belts: men's dress, casual and stretch, then women's. */
export const beltNames: readonly (readonly string[])[] = [
  ['Alder', 'Barrow', 'Cobden', 'Dorrit', 'Elstree', 'Farley'],
  ['Garrick', 'Hadley', 'Ibsley', 'Jessop', 'Kestrel', 'Linton'],
  ['Maddox', 'Norwell', 'Oakham', 'Pembrey', 'Quarley', 'Ruskin'],
  ['Selwyn', 'Tarrant', 'Upton', 'Verity', 'Wexcombe', 'Yarrow'],
  ['Ashdown', 'Bramley', 'Carrow', 'Denholm', 'Emory', 'Fenwick'],
  ['Gresham', 'Holloway', 'Inglewood', 'Jarrow', 'Kelston', 'Langley'],
  ['Merton', 'Netherby', 'Ottery', 'Penrose', 'Rowland', 'Sefton'],
  ['Thornbury', 'Ulverston', 'Varley', 'Wickham', 'Yelland', 'Ambrose'],
  ['Belgrave', 'Cardew', 'Dunmore', 'Everdale', 'Foxley', 'Grantley'],
  ['Harwood', 'Ivybridge', 'Jocelyn', 'Kirkby', 'Lambourn', 'Melrose'],
  ['Northam', 'Orwell', 'Pelham', 'Radley', 'Stanmore', 'Tisbury'],
  ['Underhill', 'Vernon', 'Winslow', 'Yarmouth', 'Arden', 'Burnham'],
  ['Coniston', 'Drayton', 'Easton', 'Fairfax', 'Godwin', 'Hatfield'],
]

/** A sentence a belt's own description gets, by style, in turn. */
export const beltWords: Record<Style, readonly string[]> = {
  dress: [
    'It goes on before the jacket and stays when the jacket is off.',
    'Thin enough to disappear, good enough to be found.',
    'One stitch every four millimeters, all the way round.',
    'Polished on the face, left plain on the back.',
  ],
  casual: [
    'It takes a crease well and keeps it.',
    'Waxed edges, and a buckle you can hear from the next room.',
    'It will be darker in a year, and better.',
    'Heavy on the first day, yours by the tenth.',
  ],
  stretch: [
    'Every point is a hole, so lunch is never a problem.',
    'It gives when you sit and comes back when you stand.',
    'Braided flat, so that it lies under a sweater.',
    'Made for long drives and low chairs.',
  ],
}

/** Who a belt suits, in turn. */
export const suitsWords: Record<Gender, readonly string[]> = {
  male: ['Anyone with one good pair of shoes.', 'Weekdays, mostly.', 'Jeans, boots and no particular plan.'],
  female: ['High waists and long coats.', 'Anything with loops, and a few things without.', 'Every day.'],
}

/** How each month's letter begins, in turn. */
export const letterWords: readonly string[] = [
  'We tried forty pieces of leather for this month’s belts and kept six. Here they are, and why.',
  'It has been a month of edges. We sanded, waxed and sanded again, and you’ll feel it with a thumb.',
  'Someone asked us for a belt that doesn’t look new. We made two, and wore them in ourselves.',
  'The buckles are from a foundry of nine people. This month’s took them three tries, and they were right to try.',
]
