import type pg from 'pg'

/** What node-postgres has and its types leave out. */
interface Connected {
  connection: { stream: { bytesRead: number } }
}

/** Returns the function that tells how many bytes the database has sent over the pool's connections since now. */
export function receivedBytes(pool: pg.Pool): () => number {
  const before = new Map<Connected, number>()
  const countOf = ({ connection }: Connected): number => connection.stream.bytesRead
  pool.on('acquire', client => {
    const connected = client as unknown as Connected
    if (!before.has(connected)) before.set(connected, countOf(connected))
  })
  return () => [...before].reduce((sum, [client, bytes]) => sum + countOf(client) - bytes, 0)
}
