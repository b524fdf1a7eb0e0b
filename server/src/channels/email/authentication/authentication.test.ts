import { describe, expect, test } from 'vitest'
import type { Dns } from '../../../lib/network/dns.ts'
import { checkDkim } from './dkim-record.ts'
import { checkDmarc } from './dmarc.ts'
import type { Finding } from './finding.ts'
import { AMAZON_SES, smtpServer } from './sending-server.ts'
import { checkSpf } from './spf.ts'

/** Records as a resolver would answer them: `name type` and values. Counts what is asked. */
function zone(records: Record<string, readonly string[]>): Dns & { asked: number } {
  const dns = {
    asked: 0,
    texts: async (name: string) => find(`${name} TXT`),
    addresses: async (name: string, family: 4 | 6) => find(`${name} ${family === 4 ? 'A' : 'AAAA'}`),
    exchanges: async (name: string) => find(`${name} MX`),
  }
  function find(key: string): string[] {
    dns.asked++
    return [...(records[key] ?? [])]
  }
  return dns
}

const D = 'shop.example'
const seen = ({ state, said, record }: Finding) => [
  state,
  said.key.replace('authentication.', ''),
  ...(record === null ? [] : [record.value]),
]

describe('SPF', () => {
  const MAIL = { 'mail.shop.example A': ['203.0.113.7'], 'mail.shop.example AAAA': ['2a00:1450::7'] }
  const spf = async (record: string | string[], host: string | null = 'mail.shop.example', more = {}) => {
    const dns = zone({ ...MAIL, ...more, [`${D} TXT`]: ['some=other text', ...[record].flat()] })
    return seen(await checkSpf(dns, D, host === null ? AMAZON_SES : await smtpServer(dns, host)))
  }

  test.each([
    ['v=spf1 ip4:203.0.113.0/24 -all', {}],
    ['V=SPF1 a:mail.shop.example ~all', {}],
    ['v=spf1 A:MAIL.SHOP.EXAMPLE. ~ALL', {}],
    ['v=spf1 a/24//64 -all', { [`${D} A`]: ['203.0.113.9'] }],
    ['v=spf1 mx -all', { [`${D} MX`]: ['mail.shop.example'] }],
    ['v=spf1 ip6:2a00:1450::/32 -all', {}],
    ['v=spf1 include:other.example -all', { 'other.example TXT': ['v=spf1 ip4:203.0.113.7 -all'] }],
    ['v=spf1 redirect=other.example', { 'other.example TXT': ['v=spf1 ip4:203.0.113.7 -all'] }],
    ['v=spf1 exp=why.%{d} unknown=x ip4:203.0.113.7 -all', {}],
  ])('%s covers the server', async (record, more) => {
    expect(await spf(record, undefined, more)).toEqual(['ok', 'spfOk'])
  })

  test('what receivers stumble over is told, with the record that mends it', async () => {
    const term = 'a:mail.shop.example'
    expect(await spf([])).toEqual(['missing', 'spfMissing', `v=spf1 ${term} ~all`])
    expect(await spf(['v=spf1 a -all', 'v=spf1 mx a ~all'])).toEqual(['wrong', 'spfMany', 'v=spf1 a mx -all'])
    expect(await spf('v=spf1 +all')).toEqual(['wrong', 'spfAnyone', 'v=spf1 ~all'])
    expect(await spf('v=spf1 ip4:192.0.2.1 ~all')).toEqual([
      'warning',
      'spfNotCovered',
      `v=spf1 ${term} ip4:192.0.2.1 ~all`,
    ])
    expect(await spf('v=spf1 -ip4:203.0.113.7 -ip6:::/0 a:mail.shop.example ~all')).toEqual(
      expect.arrayContaining(['spfNotCovered']),
    )
    expect(await spf('v=spf1 ip4:203.0.113.7')).toEqual(['warning', 'spfOpenEnd', 'v=spf1 ip4:203.0.113.7 ~all'])
    expect(await spf('v=spf1 include:gone.example -all')).toEqual(['wrong', 'spfInclude'])
    expect(await spf('v=spf1 exists:%{i}.x.example -all')).toEqual(['warning', 'spfUnsure'])
  })

  test.each([
    'ip4:203.0.113',
    'ip4:203.0.113.7/33',
    'ip6:1.2.3.4',
    'include:',
    'a:',
    'a/33',
    'all:x',
    'mail',
    '++a',
    '🦜',
  ])('the term %s is named as wrong', async term =>
    expect(await spf(`v=spf1 ${term} -all`)).toEqual(['wrong', 'spfTerm']),
  )

  test('a provider is known by what it publishes', async () => {
    const google = { '_spf.google.com TXT': ['v=spf1 ~all'] }
    expect(await spf('v=spf1 include:_spf.google.com ~all', 'smtp.gmail.com', google)).toEqual(['ok', 'spfOk'])
    expect(await spf('v=spf1 ~all', 'smtp.gmail.com')).toEqual([
      'wrong',
      'spfNotNamed',
      'v=spf1 include:_spf.google.com ~all',
    ])
    expect(await spf('v=spf1 -all', null)).toEqual(['warning', 'spfOwnDomain', 'v=spf1 include:amazonses.com -all'])
    const nested = {
      'all.example TXT': ['v=spf1 include:amazonses.com ~all'],
      'amazonses.com TXT': ['v=spf1 ip4:199.255.192.0/22 -all'],
    }
    expect(await spf('v=spf1 include:all.example -all', null, nested)).toEqual(['ok', 'spfOk'])
    expect(await spf('v=spf1 mx ~all', '10.0.0.9')).toEqual(['warning', 'spfPrivate'])
  })

  test('records that lead on without end cost ten lookups', async () => {
    const loop = zone({ [`${D} TXT`]: [`v=spf1 include:${D} include:${D} redirect=${D}`] })
    expect(seen(await checkSpf(loop, D, AMAZON_SES))).toEqual(['wrong', 'spfLookups'])
    expect(loop.asked).toBeLessThanOrEqual(11)
    const terms = Array.from({ length: 11 }, (_, n) => `a:h${n}.example`)
    expect(await spf(`v=spf1 ${terms.join(' ')} -all`)).toEqual(['wrong', 'spfLookups'])
    expect(await spf(`v=spf1 ${terms.slice(0, 10).join(' ')} -all`)).toEqual(expect.arrayContaining(['spfNotCovered']))
  })

  test('64 KB are not read', async () => {
    const startedAt = performance.now()
    for (const filler of [' ', 'a ', 'ip4:1.1.1.1/', ':', '=', '%{', 'include:x ']) {
      const long = `v=spf1 ${filler.repeat(65_000 / filler.length)}`
      expect(seen(await checkSpf(zone({ [`${D} TXT`]: [long] }), D, AMAZON_SES))).toEqual(['wrong', 'tooLong'])
    }
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})

describe('DKIM', () => {
  const host = `s1._domainkey.${D}`
  const ours = { host, type: 'TXT', value: 'v=DKIM1; k=rsa; p=MIIBIjAN+/8=' } as const
  const dkim = async (...texts: string[]) => seen(await checkDkim(zone({ [`${host} TXT`]: texts }), ours))

  test.each([
    ['v=DKIM1; k=rsa; p=MIIBIjAN+/8=', ['ok', 'dkimOk']],
    ['p = MIIB IjAN +/8 ; n=spaces inside', ['ok', 'dkimOk']],
    ['v=DKIM1; t=s:y; p=MIIBIjAN+/8=', ['warning', 'dkimTesting', ours.value]],
    ['v=DKIM1; p=', ['wrong', 'dkimRevoked', ours.value]],
    ['v=DKIM1; p=MIIBOTHER', ['wrong', 'dkimOther', ours.value]],
    ['v=DKIM1; k=ed25519; p=MIIBIjAN+/8=', ['wrong', 'dkimOther', ours.value]],
    ['v=DKIM2; p=MIIBIjAN+/8=', ['wrong', 'dkimBroken', ours.value]],
    ['v=DKIM1; s=other; p=MIIBIjAN+/8=', ['wrong', 'dkimBroken', ours.value]],
    ['v=DKIM1; p=MIIBIjAN+/8=; p=x', ['wrong', 'dkimBroken', ours.value]],
    [`p=${' ;'.repeat(32_000)}`, ['wrong', 'tooLong']],
  ])('%.40s', async (text, expected) => expect(await dkim(text)).toEqual(expected))

  test('a key that is not there, and two of them', async () => {
    expect(await dkim('hello')).toEqual(['missing', 'dkimMissing', ours.value])
    expect(await dkim('p=a', 'p=b')).toEqual(['wrong', 'dkimMany', ours.value])
  })
})

describe('DMARC', () => {
  const signed = { dkim: D, envelope: 'bounces.other.example' }
  const dmarc = async (
    record: string | string[],
    { domain = D, at = domain, signing = signed }: { domain?: string; at?: string; signing?: typeof signed } = {},
  ) => seen(await checkDmarc(zone({ [`_dmarc.${at} TXT`]: ['other', ...[record].flat()] }), domain, signing))

  test.each([
    ['v=DMARC1; p=reject; rua=mailto:x@y.example', ['ok', 'dmarcReject']],
    ['v=DMARC1;p=Quarantine', ['ok', 'dmarcQuarantine']],
    ['v=DMARC1; p=none; sp=none', ['warning', 'dmarcNone', 'v=DMARC1; p=quarantine; sp=quarantine']],
    ['v=DMARC1; p=reject; pct=20', ['warning', 'dmarcPart']],
    ['v=DMARC1; rua=mailto:x@y.example', ['wrong', 'dmarcTerm', 'v=DMARC1; p=none']],
    ['v=DMARC1; p=refuse', ['wrong', 'dmarcTerm', 'v=DMARC1; p=none']],
    ['v=DMARC1; p=none; pct=200', ['wrong', 'dmarcTerm', 'v=DMARC1; p=none']],
    [`v=DMARC1;${' ;'.repeat(32_000)}`, ['wrong', 'tooLong']],
  ])('%.60s', async (record, expected) => expect(await dmarc(record)).toEqual(expected))

  test('the record of the organization holds for its subdomains, and its public suffix for nobody', async () => {
    const domain = 'news.shop.co.uk'
    const sub = 'v=DMARC1; p=reject; sp=quarantine'
    expect(await dmarc(sub, { domain, at: 'shop.co.uk', signing: { dkim: domain, envelope: domain } })).toEqual([
      'ok',
      'dmarcQuarantine',
    ])
    expect(await dmarc(sub, { domain, at: 'co.uk' })).toEqual(['missing', 'dmarcMissing', 'v=DMARC1; p=none'])
    expect(await dmarc([sub, sub])).toEqual(['wrong', 'dmarcMany'])
  })

  test('a signature of another organization does not count, and strict alignment is taken at its word', async () => {
    const other = { dkim: 'provider.example', envelope: 'bounces.other.example' }
    const news = { ...other, dkim: `news.${D}` }
    const reject = 'v=DMARC1; p=reject'
    expect(await dmarc(reject, { signing: other })).toEqual(['wrong', 'dmarcNotAligned'])
    expect(await dmarc(reject, { signing: news })).toEqual(['ok', 'dmarcReject'])
    expect(await dmarc(`${reject}; adkim=s`, { signing: news })).toEqual(['wrong', 'dmarcNotAligned'])
    expect(await dmarc(reject, { signing: { ...other, envelope: D } })).toEqual(['ok', 'dmarcReject'])
  })
})
