import { shellLaunch } from '../test/chromium.ts'

/**
 * Before the journeys' workers start: the browser that comes as a package is unpacked once. Two workers at a time would
 * each write its file, or start the other's unfinished one.
 */
export default async function unpackBrowser() {
  await shellLaunch()
}
