import type { LinkCheck } from '@notifly/contracts/templates/templates'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createOutboundChecks } from '../../lib/network/outbound-checks.ts'
import { testApp } from '../../testing/app.ts'
import { checkLinks } from './link-check.ts'

const kit = await testApp()
const { call, deps } = kit
const owner = await kit.withApplication()

const asked: string[] = []
const site = createServer((request, response) => {
  const { method = '', url = '' } = request
  asked.push(`${method} ${url}`)
  const answer = (status: number, headers: Record<string, string> = {}) => response.writeHead(status, headers).end('x')
  if (url === '/moved') answer(302, { location: '/fine' })
  else if (url === '/around') answer(301, { location: '/around' })
  else if (url === '/away') answer(302, { location: 'http://169.254.169.254/' })
  else if (url === '/get-only') answer(method === 'HEAD' ? 405 : 200)
  else if (url === '/gone') answer(404)
  else if (url === '/members') answer(403)
  else if (url !== '/never') answer(200)
})
await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  site.closeAllConnections()
  site.close()
})
const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

const page = (...paths: string[]) =>
  paths.map(path => `<a href="${path.startsWith('/') ? base + path : path}">x</a>`).join('')
const check = (content: object) =>
  call<{ links: LinkCheck[]; left_off: number }>('POST', '/api/template/links/check', {
    bearer: owner.bearer,
    body: { content },
  })

test('each link is followed to its end, once, and what is wrong with it is told', async () => {
  const html =
    page('/fine', '/fine', '/moved', '/around', '/get-only', '/gone', '/members', 'http://127.0.0.1:1/', 'http://[x/') +
    page('{{ site }}', `${base}/{{ id }}`, 'mailto:a@b.test', '{{ unsubscribe_url }}')
  const { status, data } = await check({ html })
  expect([status, data.left_off]).toEqual([200, 0])
  expect(
    data.links.map(({ url, ok, status: answered, problem }) => [url.replace(base, ''), ok, answered, problem?.key]),
  ).toEqual([
    ['/fine', true, 200, undefined],
    ['/moved', true, 200, undefined],
    ['/around', false, null, 'templates.links.redirects'],
    ['/get-only', true, 200, undefined],
    ['/gone', false, 404, 'templates.links.status'],
    ['/members', true, 403, undefined],
    ['http://127.0.0.1:1/', false, null, 'templates.links.unreachable'],
    ['http://[x/', false, null, 'templates.links.invalid'],
  ])
  expect(asked.filter(each => each === 'HEAD /fine')).toHaveLength(2)
  expect(asked.filter(each => each === 'GET /get-only')).toHaveLength(1)
})

test('links of MJML are found in what it becomes, fifty of them at most', async () => {
  const links = page(...Array.from({ length: 53 }, (_, no) => `/n?${no}`))
  const mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>${links}</mj-text></mj-column></mj-section></mj-body></mjml>`
  const { data } = await check({ mode: 'mjml', mjml })
  expect([data.links.length, data.left_off, data.links.every(({ ok }) => ok)]).toEqual([50, 3, true])
  expect((await check({ mode: 'mjml', mjml: '<mjml>' })).data).toEqual({ links: [], left_off: 0 })
})

test('private networks are not reached, by no redirect either, and silence is not waited for', async () => {
  const checks = createOutboundChecks(deps.database.pool)
  const { applicationId } = owner
  const hidden = { ...deps, config: { ...deps.config, allowPrivateTargets: false } }
  const refused = await checkLinks(hidden, checks, applicationId, { html: page('/fine') })
  expect(refused.links[0]?.problem?.key).toBe('templates.links.private')
  const slow = await checkLinks(deps, checks, applicationId, { html: page('/never') }, 0.2)
  expect(slow.links[0]?.problem?.key).toBe('templates.links.slow')
})
