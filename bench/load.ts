import autocannon from 'autocannon'

/** Sends requests from this process over ten kept connections. @param status what each is answered with */
export async function sendRequests(
  url: string,
  { seconds, status }: { seconds: number; status: number },
): Promise<{ rate: number; sent: number }> {
  const headers = { 'accept-encoding': 'br' }
  const result = await autocannon({ url, connections: 10, duration: seconds, headers })
  const others = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== status)
  if (others.length > 0 || result.errors > 0)
    throw new Error(`${url}: ${others.map(([code]) => code)} instead of ${status}, ${result.errors} failed`)
  return { rate: result.requests.average, sent: result.requests.total }
}
