import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { testApp } from '../testing/app.ts'
import { metricsAccessOf } from './health.ts'

const kit = await testApp({ config: { metricsToken: 'for the collector' } })
const local = await testApp()
const { call, app, database } = kit

test('the process says that it is up', async () => {
  expect((await call('GET', '/healthz')).body).toEqual({ success: true })
})

test('it is ready exactly while the database is there with all migrations', async () => {
  expect((await call('GET', '/readyz')).body).toEqual({ success: true })
  const { rows } = await database.pool.query("delete from schema_migration where name like '0004%' returning *")
  const answer = await call('GET', '/readyz')
  expect([answer.status, answer.body.success]).toEqual([503, false])
  expect(kit.logLines.join('\n')).not.toContain('unexpected error')
  const { name, checksum } = rows[0] as { name: string; checksum: string }
  await database.pool.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
  expect((await call('GET', '/readyz')).status).toBe(200)
})

test('figures for Prometheus are for who has the token', async () => {
  expect((await call('GET', '/metrics')).status).toBe(404)
  expect((await call('GET', '/metrics', { bearer: 'guess' })).status).toBe(404)
  const answer = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer for the collector' } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  expect(answer.body).toContain('process_resident_memory_bytes')
  expect(answer.body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/metrics",status="404"\} 2/)
})

test('figures without a token are for this machine alone, and for no proxy on it', async () => {
  const read = (address: string, headers = {}) =>
    local.app.inject({ url: '/metrics', remoteAddress: address, headers }).then(answer => answer.statusCode)
  expect(await read('127.0.0.1')).toBe(200)
  expect(await read('::ffff:127.0.0.1')).toBe(200)
  expect(await read('192.0.2.1')).toBe(404)
  for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']) {
    expect(await read('127.0.0.1', { [header]: '198.51.100.7' })).toBe(404)
  }
})

test.each([
  ['others can reach it', { onlyThisMachine: false }],
  ['proxies are trusted', { trustedProxies: ['127.0.0.1'] }],
])('without a token there are no figures where %s', (_, settings) => {
  expect(metricsAccessOf({ ...readConfig({}), ...settings })).toBeNull()
})

test('the installation tells its name, version and sandbox to everybody', async () => {
  expect((await call('GET', '/api/installation')).data).toMatchObject({
    name: 'Notifly',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    sandbox_url: 'http://127.0.0.1:3100',
    sandbox_warning: false,
  })
})
