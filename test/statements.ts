import pg from 'pg'

/** Every statement that `work` sends to a PostgreSQL server, in order; none to an embedded database. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function count(this: pg.Client, ...args: unknown[]) {
    const [config] = args as [{ text: string } | string]
    sent.push(typeof config === 'string' ? config : config.text)
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}
