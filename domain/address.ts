import { isEmail } from './email.ts'
import { messages } from './messages.ts'

/**
 * Where the shop ships, in list order: states, the District, territories, and military posts. Each has its name and its
 * three-digit ZIP prefixes (USPS Publication 65 and Labeling List L002); areas that share a prefix list full five-digit
 * codes.
 */
const areas = {
  AL: ['Alabama', '350-369'],
  AK: ['Alaska', '995-999'],
  AZ: ['Arizona', '850-865'],
  AR: ['Arkansas', '716-729 75502'],
  CA: ['California', '900-961'],
  CO: ['Colorado', '800-816'],
  CT: ['Connecticut', '060-069'],
  DE: ['Delaware', '197-199'],
  DC: ['District of Columbia', '200 202-205 569'],
  FL: ['Florida', '320-339 341-349'],
  GA: ['Georgia', '300-319 398-399'],
  HI: ['Hawaii', '967-968'],
  ID: ['Idaho', '832-838'],
  IL: ['Illinois', '600-629'],
  IN: ['Indiana', '460-479'],
  IA: ['Iowa', '500-528'],
  KS: ['Kansas', '660-679'],
  KY: ['Kentucky', '400-427'],
  LA: ['Louisiana', '700-714'],
  ME: ['Maine', '039-049'],
  MD: ['Maryland', '206-219 20588'],
  MA: ['Massachusetts', '010-027 055'],
  MI: ['Michigan', '480-499'],
  MN: ['Minnesota', '550-567'],
  MS: ['Mississippi', '386-397'],
  MO: ['Missouri', '630-658 72643'],
  MT: ['Montana', '590-599'],
  NE: ['Nebraska', '680-693'],
  NV: ['Nevada', '889-898'],
  NH: ['New Hampshire', '030-038'],
  NJ: ['New Jersey', '070-089'],
  NM: ['New Mexico', '870-884'],
  NY: ['New York', '005 100-149 06390'],
  NC: ['North Carolina', '270-289'],
  ND: ['North Dakota', '580-588'],
  OH: ['Ohio', '430-459'],
  OK: ['Oklahoma', '730-732 734-749'],
  OR: ['Oregon', '970-979'],
  PA: ['Pennsylvania', '150-196'],
  RI: ['Rhode Island', '028-029'],
  SC: ['South Carolina', '290-299'],
  SD: ['South Dakota', '570-577'],
  TN: ['Tennessee', '370-385'],
  TX: ['Texas', '733 750-799 885 73960'],
  UT: ['Utah', '840-847'],
  VT: ['Vermont', '050-054 056-059'],
  VA: ['Virginia', '201 220-246 20598'],
  WA: ['Washington', '980-994'],
  WV: ['West Virginia', '247-268'],
  WI: ['Wisconsin', '530-549'],
  WY: ['Wyoming', '820-831 83414'],
  AS: ['American Samoa', '96799'],
  GU: ['Guam', '969'],
  MP: ['Northern Mariana Islands', '96950 96951 96952'],
  PR: ['Puerto Rico', '006-007 009'],
  VI: ['U.S. Virgin Islands', '008'],
  AA: ['Armed Forces Americas', '340'],
  AE: ['Armed Forces Europe', '090-099'],
  AP: ['Armed Forces Pacific', '962-966'],
} as const satisfies Record<string, readonly [name: string, zips: string]>

type StateCode = keyof typeof areas

/** The choices for a state field: code and name. */
export const states = Object.entries(areas).map(([code, [name]]) => ({ code, name }))

const codes = new Map(states.map(({ code, name }) => [name.toLowerCase(), code]))

/** "california " and "ca" → "CA"; a place we don't ship to stays as typed, trimmed. */
export function stateCode(typed: string): string {
  const state = typed.trim()
  const code = state.toUpperCase()
  return codes.get(state.toLowerCase().replace(/\s+/g, ' ')) ?? (isCode(code) ? code : state)
}

/** "CA" and "california" → "California"; a place we don't ship to stays as typed. */
export function stateName(typed: string): string {
  const code = stateCode(typed)
  return isCode(code) ? areas[code][0] : typed
}

/** "California and New York", from their codes. */
export function statesText(codes: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(codes.map(stateName))
}

/** The code of a state we ship to; null for anything else. */
export function knownState(typed: string | undefined): string | null {
  const code = stateCode(typed ?? '')
  return isCode(code) ? code : null
}

const isCode = (code: string): code is StateCode => Object.hasOwn(areas, code)

/** What is wrong with a state, or null. An empty state has its own message elsewhere (spec §5 "State is required"). */
function stateProblem(state: string): string | null {
  if (state.trim() === '' || isCode(stateCode(state))) return null
  return 'Choose a state from the list, like OR or Oregon. We ship within the US only.'
}

/** What is wrong with a ZIP code, alone or for its state, or null. An empty one has its own message elsewhere. */
function zipProblem(zipCode: string, state: string): string | null {
  const zip = zipCode.trim()
  if (zip === '') return null
  if (!/^\d{5}(-?\d{4})?$/.test(zip)) return 'Enter a five-digit ZIP code, like 97209 or 97209-1234.'
  const code = stateCode(state)
  if (!isCode(code) || belongs(zip.slice(0, 5), code)) return null
  return `ZIP code ${zip} isn’t in ${areas[code][0]}. Check the ZIP code and the state.`
}

/** The one state that has this ZIP code; null if none or several do, or the code is incomplete. */
export function stateOfZip(zipCode: string): string | null {
  const zip = zipCode.trim()
  if (!/^\d{5}(-?\d{4})?$/.test(zip)) return null
  const found = states.filter(({ code }) => isCode(code) && belongs(zip.slice(0, 5), code))
  return found.length === 1 ? found[0]!.code : null
}

function belongs(zip: string, code: StateCode): boolean {
  const prefix = zip.slice(0, 3)
  return areas[code][1].split(' ').some((entry) => {
    const [first, last = first] = entry.split('-') as [string, string?]
    return first.length === 5 ? zip === first : first <= prefix && prefix <= last
  })
}

/** The typed parts of any address (spec §3 "shippingDetails"). */
export type TypedAddress = { fullName: string; address: string; city: string; state: string; zipCode: string }

/**
 * What is wrong with the fields that are filled in, in the order of the form. This is the one rule for every address in
 * the shop, in the browser and in each call. Required fields are in `requiredAddress`.
 */
export function addressProblems(
  address: Partial<Record<keyof TypedAddress, string | undefined>>,
): Partial<Record<keyof TypedAddress, string>> {
  const { state = '', zipCode = '' } = address
  return withoutNull({ state: stateProblem(state), zipCode: zipProblem(zipCode, state) })
}

/** Spec §5's messages for the required fields of an address. */
export const requiredAddress = {
  fullName: 'Full name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zipCode: 'ZIP code is required',
} as const satisfies Record<keyof TypedAddress, string>

/** What is missing or wrong in a whole address, in the order of the form. */
export function typedAddressProblems(address: TypedAddress): Partial<Record<keyof TypedAddress, string>> {
  const wrong = addressProblems(address)
  const found = Object.entries(requiredAddress).map(([name, missing]) => {
    const key = name as keyof TypedAddress
    return [key, address[key].trim() === '' ? missing : wrong[key]] as const
  })
  return Object.fromEntries(found.filter(([, problem]) => problem))
}

/** What is wrong with an email address (spec §5); null if it's fine or empty. */
export function emailProblem(email: string): string | null {
  return email.trim() === '' || isEmail(email) ? null : messages.quiz.invalidEmail
}

function withoutNull<Key extends string>(problems: Record<Key, string | null>): Partial<Record<Key, string>> {
  const found = Object.entries(problems).filter(([, problem]) => problem !== null)
  return Object.fromEntries(found) as Partial<Record<Key, string>>
}

/** Whether the shop ships to a state (name or code) and the ZIP code belongs to it. */
export function isReachable(place: { state: string; zipCode: string }): boolean {
  return Object.keys(addressProblems(place)).length === 0
}
