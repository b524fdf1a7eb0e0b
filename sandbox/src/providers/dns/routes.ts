import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { answer, refuse } from '../../http/answers.ts'
import { takeForms } from '../../http/forms.ts'
import { sendPage } from '../../page/send-page.ts'
import { dnsBody, type DnsTyped } from './page.ts'
import { domainSchema, recordsSchema, type Zones } from './zones.ts'

type Params = { Params: { domain: string } }

interface DnsOptions {
  zones: Zones
  panel: FaultPanel
  /** Address of the resolver, shown on the page. */
  dnsAddress: string
}

const TOO_MANY = 'There are too many domains'

/** Each domain's records, as an API and as a page whose forms work without a script. */
export async function addDns(app: FastifyInstance, options: DnsOptions): Promise<void> {
  const { zones } = options
  app.get<Params>('/api/dns/:domain', async request => {
    const domain = domainSchema.parse(request.params.domain)
    return answer({ domain, records: zones.of(domain) })
  })
  app.put<Params>('/api/dns/:domain', async (request, reply) => {
    const domain = domainSchema.parse(request.params.domain)
    const { records } = z.object({ records: recordsSchema }).parse(request.body)
    if (!(await zones.set(domain, records))) return refuse(reply, 409, TOO_MANY)
    return answer({ domain, records: zones.of(domain) })
  })
  await app.register(async scope => {
    takeForms(scope)
    addDnsPage(scope, options)
  })
}

const asked = z.object({
  domain: z.string().max(253).catch(''),
  records: z.string().max(4000).catch(''),
})

function addDnsPage(scope: FastifyInstance, { zones, panel, dnsAddress }: DnsOptions): void {
  const show = (reply: FastifyReply, typed?: DnsTyped) =>
    sendPage(reply, {
      title: 'DNS · Sandbox',
      page: 'dns',
      body: dnsBody({ domains: zones.list(), dnsAddress, typed }),
      activeFaults: panel.countActive(),
    })
  scope.get('/dns', async (request, reply) => {
    const { domain, records } = asked.parse(request.query)
    return show(reply, domain === '' ? undefined : { domain, records })
  })
  scope.post<{ Body: Record<string, string> }>('/dns', async (request, reply) => {
    const { domain = '', records = '' } = request.body
    const refused = (problem: string) => show(reply.code(400), { domain, records, problem })
    const name = domainSchema.safeParse(domain)
    if (!name.success) return refused(name.error.issues[0]?.message ?? '')
    const lines = records.split('\n').filter(line => line.trim() !== '')
    const parsed = recordsSchema.safeParse(lines.map(recordIn))
    const issue = parsed.error?.issues[0]
    if (!parsed.success) return refused(`Line ${Number(issue?.path[0] ?? 0) + 1}: ${issue?.message ?? ''}`)
    if (!(await zones.set(name.data, parsed.data))) return refused(TOO_MANY)
    return reply.redirect('/dns', 303)
  })
}

/** Parses `name type value`, as in zone files. */
function recordIn(line: string) {
  const [name = '', type = '', ...value] = line.trim().split(/\s+/)
  return { name, type: type.toUpperCase(), value: value.join(' ') }
}
