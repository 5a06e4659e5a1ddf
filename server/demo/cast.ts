import type { Gender, Style } from '../../domain/belt.ts'
import type { Act } from './member-acts.ts'

/** In place of months after joining: the day is so many days before today. */
export const lately = -1

/** What an invented person does: so many months after joining, on a day of that month. */
type Doing = readonly [month: number, day: number, act: Act]

/** A present: for whom, with which words, when they're told, and when they choose size and style; null: never. */
type Present = {
  to: string
  message: string
  /** days from the purchase to the notice */
  toldAfter: number
  /** days from the notice to the choice; null: the giver's choice stands, or nobody chooses */
  chosenAfter: number | null
  /** the giver leaves size and style open */
  isOpen: boolean
}

/** An invented buyer. Everyone's family name is "Invented", everyone lives in Inventown, and every address ends in example.com. */
export type Invented = {
  name: string
  gender: Gender
  size: string
  styles: readonly Style[]
  plan: 'monthly' | '6-months' | '12-months'
  /** months before the current one, and the day of that month; in the current month, days before today */
  joined: readonly [monthsAgo: number, day: number]
  state: 'OR' | 'CA' | 'NY' | 'TX' | 'WA'
  present?: Present
  does: readonly Doing[]
}

const of =
  (gender: Gender) =>
  (
    name: string,
    size: string,
    styles: readonly Style[],
    ...[plan, joined, state, does = [], present]: [
      Invented['plan'],
      Invented['joined'],
      Invented['state'],
      (readonly Doing[])?,
      Present?,
    ]
  ): Invented => ({ name, gender, size, styles, plan, joined, state, does, ...(present && { present }) })
const man = of('male')
const woman = of('female')
const [dress, casual, stretch] = [['dress'], ['casual'], ['stretch']] as const
const any = ['dress', 'casual', 'stretch'] as const

const gift = (
  to: string,
  message: string,
  { isOpen = true, ...days }: Partial<Omit<Present, 'to' | 'message'>> = {},
): Present => ({
  ...{ to, message, isOpen },
  ...{ toldAfter: days.toldAfter ?? 1, chosenAfter: days.chosenAfter === undefined ? 3 : days.chosenAfter },
})

/** Whoever lived in the invented year, by the day they joined. */
export const cast: readonly Invented[] = [
  man('Ada', '36', any, 'monthly', [12, 3], 'OR', [
    [1, 16, 'love'],
    [4, 17, 'like'],
    [8, 15, 'love'],
  ]),
  woman('Bruno', '30', casual, '12-months', [12, 5], 'CA', [
    [1, 17, 'like'],
    [6, 18, 'love'],
  ]),
  man(
    'Clara',
    '34',
    dress,
    '12-months',
    [12, 8],
    'NY',
    [[2, 16, 'love']],
    gift('Dario', 'For every morning you can’t find one.'),
  ),
  woman('Esme', '28', any, 'monthly', [12, 14], 'WA', [
    [2, 15, 'like'],
    [3, 12, 'skip'],
    [7, 9, 'upgrade'],
  ]),
  man('Felix', '38', casual, 'monthly', [12, 20], 'TX', [
    [1, 14, 'wrongSize'],
    [5, 16, 'love'],
  ]),
  woman('Greta', '32', dress, '6-months', [11, 4], 'OR', [
    [1, 19, 'like'],
    [3, 18, 'dislike'],
  ]),
  man('Hugo', '40', stretch, 'monthly', [11, 9], 'CA', [
    [2, 12, 'pause'],
    [6, 15, 'love'],
  ]),
  woman(
    'Ines',
    '30',
    casual,
    '6-months',
    [11, 12],
    'NY',
    [[2, 17, 'love']],
    gift('Juno', 'Happy birthday, from one belt person to another.', { toldAfter: 9 }),
  ),
  man('Karl', '34', any, 'monthly', [11, 18], 'WA', [
    [3, 14, 'cancel'],
    [3, 16, 'comeBack'],
    [6, 20, 'like'],
  ]),
  woman('Lena', '34', stretch, '12-months', [10, 2], 'TX', [
    [2, 13, 'broken'],
    [5, 14, 'love'],
  ]),
  man('Milo', '36', dress, 'monthly', [10, 7], 'OR', [[1, 15, 'give-back']]),
  woman('Nora', '26', any, 'monthly', [10, 11], 'CA', [
    [1, 18, 'like'],
    [5, 9, 'cancel'],
  ]),
  man('Otis', '42', casual, '6-months', [10, 15], 'NY', [
    [2, 16, 'love'],
    [4, 16, 'like'],
  ]),
  woman(
    'Pia',
    '28',
    dress,
    '6-months',
    [10, 19],
    'OR',
    [[3, 15, 'like']],
    gift('Quentin', 'You said you never buy one for yourself.', { isOpen: false, chosenAfter: null }),
  ),
  man('Rosa', '32', any, '12-months', [9, 3], 'WA', [[2, 14, 'love']]),
  woman('Silas', '36', casual, 'monthly', [9, 10], 'TX', [
    [1, 20, 'like'],
    [3, 11, 'skip'],
    [5, 17, 'love'],
  ]),
  man('Tilda', '38', stretch, 'monthly', [9, 16], 'CA', [
    [1, 13, 'wrongStyle'],
    [4, 16, 'like'],
  ]),
  woman('Ugo', '30', dress, 'monthly', [8, 5], 'NY', [[2, 5, 'stolen-card']]),
  man('Vera', '34', casual, '6-months', [8, 9], 'OR', [
    [1, 15, 'love'],
    [3, 15, 'credit'],
  ]),
  woman('Wim', '32', any, '12-months', [8, 17], 'WA', [[2, 18, 'like']]),
  man(
    'Xenia',
    '36',
    dress,
    '12-months',
    [7, 6],
    'CA',
    [[2, 16, 'love']],
    gift('Yann', 'Twelve of these and you’ll still only wear the first.'),
  ),
  woman('Zoe', '28', casual, 'monthly', [7, 13], 'TX', [
    [1, 17, 'love'],
    [4, 12, 'pause'],
  ]),
  man('Abel', '44', stretch, 'monthly', [6, 2], 'OR', [[3, 16, 'like']]),
  woman('Beata', '30', any, '6-months', [6, 11], 'NY', [
    [1, 14, 'wrongSize'],
    [3, 17, 'love'],
  ]),
  man('Cosmo', '36', casual, 'monthly', [6, 18], 'WA', [[2, 10, 'stop-paying']]),
  woman('Delia', '34', dress, '12-months', [5, 4], 'CA', [
    [1, 16, 'love'],
    [3, 15, 'like'],
  ]),
  man('Edgar', '38', any, 'monthly', [5, 9], 'OR', [[2, 15, 'like']]),
  woman(
    'Flora',
    '32',
    stretch,
    '6-months',
    [5, 15],
    'TX',
    [[2, 13, 'love']],
    gift('Gil', 'So that you think of me every time you stand up.', { toldAfter: 20 }),
  ),
  man('Hedda', '34', dress, '6-months', [4, 7], 'NY', [[1, 12, 'refund-rest']]),
  woman('Igor', '30', casual, 'monthly', [4, 16], 'WA', [[2, 16, 'love']]),
  man('Jana', '40', any, '12-months', [3, 3], 'CA', [[1, 15, 'like']]),
  woman('Kuno', '28', dress, 'monthly', [3, 12], 'OR', [
    [1, 18, 'love'],
    [lately, 4, 'wrongSize'],
  ]),
  man('Lotte', '36', stretch, 'monthly', [2, 5], 'NY', [[1, 16, 'ask-review']]),
  woman('Max', '26', any, '6-months', [2, 14], 'TX', [[1, 17, 'like']]),
  man('Nele', '34', casual, 'monthly', [1, 6], 'OR', [[lately, 1, 'love']]),
  woman(
    'Oskar',
    '32',
    dress,
    '12-months',
    [1, 12],
    'CA',
    [],
    gift('Paula', 'A year of them. You earned it.'),
  ),
  man('Rita', '38', any, 'monthly', [0, 12], 'WA', []),
  // Told of it, and hasn't chosen yet.
  woman(
    'Sven',
    '30',
    casual,
    '6-months',
    [0, 6],
    'NY',
    [],
    gift('Thea', 'Pick the one I would never dare to pick.', { toldAfter: 2, chosenAfter: null }),
  ),
  man('Uma', '36', dress, '12-months', [0, 4], 'CA', [[0, 2, 'disputed']]),
  // Doesn't know yet.
  woman(
    'Viktor',
    '28',
    any,
    '12-months',
    [0, 2],
    'OR',
    [],
    gift('Wanda', 'Don’t guess. Just open it.', { toldAfter: 25 }),
  ),
  man('Yara', '34', casual, 'monthly', [0, 1], 'TX', []),
]
