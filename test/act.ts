import { act as reactAct } from 'react'

/**
 * React's `act`, which also says when React is to wait for it: what a page does between two of them, as an answer comes, is
 * no mistake of the test.
 */
export async function act(doIt: () => unknown) {
  const place = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  const former = place.IS_REACT_ACT_ENVIRONMENT ?? false
  place.IS_REACT_ACT_ENVIRONMENT = true
  try {
    await reactAct(async () => void (await doIt()))
  } finally {
    place.IS_REACT_ACT_ENVIRONMENT = former
  }
}
