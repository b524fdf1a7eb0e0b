import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { testDirectory, testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

function resolverOf({ dnsPort }: TestSandbox): Resolver {
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  resolver.setServers([`127.0.0.1:${dnsPort}`])
  return resolver
}

const set = (sandbox: TestSandbox, domain: string, records: object[]) => sandbox.put(`/api/dns/${domain}`, { records })

test('a domain that nobody entered does not exist; that of the demo does, and so do all of its selectors', async () => {
  const sandbox = await testSandbox()
  const dns = resolverOf(sandbox)
  await expect(dns.resolveTxt('shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(await dns.resolveTxt('harborandpine.example')).toEqual([['v=spf1 ip4:127.0.0.1 ~all']])
  expect((await dns.resolveTxt('any._domainkey.harborandpine.example')).join('')).toMatch(/^v=DKIM1; /)
  await expect(dns.resolveTxt('any.harborandpine.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  await expect(dns.resolve4('harborandpine.example')).rejects.toMatchObject({ code: 'ENODATA' })
})

test('records of every type are answered, kept over a restart, and gone when there are none', async () => {
  const dataDir = await testDirectory()
  const first = await testSandbox({ dataDir })
  const saved = await set(first, 'Shop.example', [
    { name: '@', type: 'MX', value: '10 mail.shop.example' },
    { name: 'mail', type: 'A', value: '192.0.2.1' },
    { name: 'mail', type: 'AAAA', value: '2001:db8::1' },
    { name: 'alias', type: 'CNAME', value: 'mail.shop.example' },
    { name: 'round', type: 'CNAME', value: 'about.shop.example' },
    { name: 'about', type: 'CNAME', value: 'round.shop.example' },
  ])
  expect([saved.status, saved.body.data.domain]).toEqual([200, 'shop.example'])
  await first.stop()
  const sandbox = await testSandbox({ dataDir })
  const dns = resolverOf(sandbox)
  expect(await dns.resolveMx('shop.example')).toEqual([
    expect.objectContaining({ priority: 10, exchange: 'mail.shop.example' }),
  ])
  expect(await dns.resolve6('MAIL.shop.example')).toEqual(['2001:db8::1'])
  expect(await dns.resolve4('alias.shop.example')).toEqual(['192.0.2.1'])
  await expect(dns.resolve4('round.shop.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  await set(sandbox, 'shop.example', [])
  await expect(dns.resolve4('mail.shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('what is too long for UDP comes over TCP, and junk is left unanswered', async () => {
  const sandbox = await testSandbox()
  const value = 'v=spf1 '.padEnd(60_000, 'x')
  await set(sandbox, 'long.example', [{ name: '@', type: 'TXT', value }])
  const junk = createSocket('udp4')
  await new Promise(resolve => junk.send(Buffer.alloc(40, 255), sandbox.dnsPort, '127.0.0.1', resolve))
  junk.close()
  const [strings = []] = await resolverOf(sandbox).resolveTxt('long.example')
  expect(strings.join('')).toBe(value)
})

test('records that make no sense are refused at their place, in the API and on the page', async () => {
  const sandbox = await testSandbox()
  for (const record of [
    { name: '@', type: 'A', value: 'mail' },
    { name: '@', type: 'NS', value: 'x' },
    { name: 'a b', type: 'TXT', value: 'x' },
    { name: '@', type: 'TXT', value: '' },
  ]) {
    expect([record, (await set(sandbox, 'shop.example', [record])).status]).toEqual([record, 400])
  }
  expect((await set(sandbox, '..', [])).status).toBe(404)
  const send = (records: string) =>
    fetch(`${sandbox.url}/dns`, { method: 'POST', body: new URLSearchParams({ domain: 'shop.example', records }) })
  const wrong = await send('@ TXT hello there\nmail A nowhere')
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('Line 2: The value does not go')])
  expect(await (await send('@ TXT hello there\n\n')).text()).toContain('@ TXT hello there')
  expect((await sandbox.get('/api/dns/shop.example')).body.data).toEqual({
    domain: 'shop.example',
    records: [{ name: '@', type: 'TXT', value: 'hello there' }],
  })
})
