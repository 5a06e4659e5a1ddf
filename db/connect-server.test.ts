import { describe, expect, it } from 'vitest'
import { connectServer } from './connect-server.ts'
import { DatabaseError } from './database.ts'

describe('an unreachable database server', () => {
  it('is named in one sentence that says what to check, without the password', async () => {
    // Nothing listens on this port, and none is assigned by chance.
    const port = 1
    const error = await refusal(`postgres://shop:s3cret@127.0.0.1:${port}/belts`)
    expect(error).toBeInstanceOf(DatabaseError)
    expect(error.message).toContain(
      `DATABASE_URL (127.0.0.1:${port}/belts) cannot be reached: check that it runs`,
    )
    expect(error, 'no other process has it open').toMatchObject({ isInUse: false })
    expect(error.message).toContain('ECONNREFUSED')
    expect(error.message).not.toContain('s3cret')
    expect(error.message).not.toContain('\n')
  })

  it.each([
    'postgres://shop:s3cret@',
    'postgres://',
    'postgres://shop:s3cret@host name/belts',
    'postgresql:///',
  ])('with the address %j is reported the same way', async (url) => {
    const error = await refusal(url)
    expect(error).toBeInstanceOf(DatabaseError)
    expect(error.message).toContain('cannot be reached')
    expect(error.message).not.toContain('s3cret')
  })
})

async function refusal(url: string): Promise<Error> {
  return connectServer(url, 'nowhere').then(
    () => new Error('it was opened'),
    (error: Error) => error,
  )
}
