import autocannon from 'autocannon'

/** Seconds of measuring, after one of warming up. */
const seconds = 5

/** Requests a second that a server answers with 200, from this process, over ten kept connections. */
export async function requestsPerSecond(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br' }
  await autocannon({ url, connections: 10, duration: 1, headers })
  const result = await autocannon({ url, connections: 10, duration: seconds, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}
