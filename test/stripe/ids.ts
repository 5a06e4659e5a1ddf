import { seededRandom } from '../random.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Ids that look like Stripe's and are the same in every run with the same seed. */
export function makeIds(seed: number): (prefix: string, length?: number) => string {
  const random = seededRandom(seed)
  return (prefix, length = 24) => {
    let id = `${prefix}_`
    for (let place = 0; place < length; place++) id += letters[Math.floor(random() * letters.length)]
    return id
  }
}
