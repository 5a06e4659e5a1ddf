import autocannon from 'autocannon'

/**
 * Sends requests from this process over ten keep-alive connections, for a number of seconds or a number of requests.
 * @param status the expected status of each reply
 */
export async function sendRequests(
  url: string,
  { status, ...much }: { status: number } & ({ seconds: number } | { amount: number }),
): Promise<{ rate: number; sent: number }> {
  const headers = { 'accept-encoding': 'br' }
  const long = 'seconds' in much ? { duration: much.seconds } : { amount: much.amount }
  const began = performance.now()
  const result = await autocannon({ url, connections: 10, headers, ...long })
  const others = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== status)
  if (others.length > 0 || result.errors > 0)
    throw new Error(`${url}: ${others.map(([code]) => code)} instead of ${status}, ${result.errors} failed`)
  const sent = result.requests.total
  return { rate: (sent / (performance.now() - began)) * 1_000, sent }
}
