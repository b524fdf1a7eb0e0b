import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { query, scratchFolder, silentLog } from '../testing/data-directories.ts'
import { databaseUrl } from '../testing/postgres-setup.ts'
import { openPostgres } from './open-postgres.ts'

const { connectionString } = inject('testPostgres')
const folder = await scratchFolder()

test('an address given is used as it is, and nothing is started', async () => {
  const dataDir = join(folder, 'unused')
  const postgres = await openPostgres({ databaseUrl: connectionString, dataDir, log: silentLog })
  expect(postgres).toMatchObject({ kind: 'external', connectionString })
  await postgres.stop()
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('without an address a server is started in the data directory', async () => {
  const postgres = await openPostgres({ databaseUrl: undefined, dataDir: join(folder, 'data'), log: silentLog })
  expect(postgres.kind).toBe('embedded')
  expect(await query(postgres.connectionString, 'SELECT current_user AS name')).toEqual([{ name: 'notifly' }])
  await postgres.stop()
  await expect(query(postgres.connectionString, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})

test('a wrong address is refused at once, in words that do not show the password', async () => {
  const address = databaseUrl(connectionString, 'no_such_database')
  const start = openPostgres({ databaseUrl: address, dataDir: folder, log: silentLog })
  await expect(start).rejects.toThrow(/Cannot use the database of DATABASE_URL .*no_such_database.* does not exist/)
  await expect(start).rejects.not.toThrow(new URL(connectionString).password)
})

test('a server that is still coming up is waited for', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  const target = new URL(connectionString)
  const late = new URL(connectionString)
  late.port = String(port)
  // No server listens until the first refusal was logged: then a proxy to the real one opens.
  const door = createServer(socket => {
    const inner = connect(Number(target.port), target.hostname)
    socket.pipe(inner).pipe(socket)
    for (const end of [socket, inner]) end.on('error', () => undefined)
  })
  const warn = (): void => void (door.listening || door.listen(port, '127.0.0.1'))
  const postgres = await openPostgres({ databaseUrl: late.href, dataDir: folder, log: { ...silentLog, warn } })
  expect(postgres.kind).toBe('external')
  door.close()
})
