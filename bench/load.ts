import autocannon from 'autocannon'

/** Seconds of measuring, after one of warming up. */
const seconds = 5

/** Requests a second that a server answers with a status (200 unless told), from this process, over ten kept connections. */
export async function requestsPerSecond(url: string, status = 200): Promise<number> {
  const headers = { 'accept-encoding': 'br' }
  await autocannon({ url, connections: 10, duration: 1, headers })
  const result = await autocannon({ url, connections: 10, duration: seconds, headers })
  const others = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== status)
  if (others.length > 0 || result.errors > 0)
    throw new Error(`${url}: ${others.map(([code]) => code)} instead of ${status}, ${result.errors} failed`)
  return result.requests.average
}
