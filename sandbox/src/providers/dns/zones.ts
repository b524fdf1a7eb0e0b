import { isIPv4, isIPv6 } from 'node:net'
import { z } from 'zod'
import { JsonFile } from '../../json-file.ts'

// The records of the emulated DNS: a few for each domain that was entered, none for others.

const DOMAINS_MAX = 200
const RECORDS_MAX = 100
/** The longest value that a DNS message over TCP can hold. */
const VALUE_MAX = 60_000
/** How many aliases one answer follows. */
const ALIASES_MAX = 8

const RECORD_TYPES = ['TXT', 'A', 'AAAA', 'MX', 'CNAME'] as const
type RecordType = (typeof RECORD_TYPES)[number]

const NAME = /^(?:\*\.)?[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/
const nameSchema = z.string().trim().toLowerCase().max(253).regex(NAME, 'A name such as shop.example')

export const domainSchema = nameSchema.refine(name => !name.startsWith('*'), 'A name such as shop.example')

const recordSchema = z
  .object({
    /** Relative to the domain, such as `_dmarc`. `@` is the domain itself; a leading `*` is a wildcard. */
    name: z.union([z.literal('@'), nameSchema]),
    type: z.enum(RECORD_TYPES),
    value: z.string().trim().min(1).max(VALUE_MAX),
  })
  .refine(({ type, value }) => isValue(type, value), {
    message: 'The value does not go with the type',
    path: ['value'],
  })
export type ZoneRecord = z.infer<typeof recordSchema>

export const recordsSchema = z.array(recordSchema).max(RECORDS_MAX)

const keptSchema = z.object({ domains: z.record(z.string(), recordsSchema).default({}) })

/** The demo's sender domain: SPF and DMARC are correct, and every selector has a key, which signs no mail. */
const FROM_THE_START: Readonly<Record<string, ZoneRecord[]>> = {
  'harborandpine.example': [
    { name: '@', type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 ~all' },
    { name: '_dmarc', type: 'TXT', value: 'v=DMARC1; p=quarantine; rua=mailto:dmarc@harborandpine.example' },
    {
      name: '*._domainkey',
      type: 'TXT',
      value: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    },
  ],
}

/** Records with their full names; or the name is unknown; or its aliases form a loop. */
type Found = { records: ZoneRecord[] } | 'unknown' | 'loop'

export class Zones {
  readonly #file: JsonFile<typeof keptSchema>

  constructor(dataDir: string) {
    this.#file = new JsonFile(dataDir, 'dns.json', keptSchema)
  }

  /** Domains with records, sorted by name. */
  list(): [domain: string, records: readonly ZoneRecord[]][] {
    return Object.entries({ ...FROM_THE_START, ...this.#file.content.domains })
      .filter(([, records]) => records.length > 0)
      .toSorted(([one], [other]) => one.localeCompare(other))
  }

  of(domain: string): readonly ZoneRecord[] {
    const { domains } = this.#file.content
    return (Object.hasOwn(domains, domain) ? domains[domain] : FROM_THE_START[domain]) ?? []
  }

  /** Replaces all records of a domain; without any the domain becomes unknown. False if there are too many domains. */
  async set(domain: string, records: ZoneRecord[]): Promise<boolean> {
    const { domains } = this.#file.content
    if (!Object.hasOwn(domains, domain) && Object.keys(domains).length >= DOMAINS_MAX) return false
    domains[domain] = records
    await this.#file.save()
    return true
  }

  /** The records of a name, including the aliases that lead to them. */
  find(asked: string, type: string): Found {
    const records: ZoneRecord[] = []
    let name = asked.toLowerCase()
    for (let aliases = 0; aliases <= ALIASES_MAX; aliases++) {
      const here = this.#at(name)
      // The target of an alias may be unknown, while the alias itself is known.
      if (here === undefined) return records.length === 0 ? 'unknown' : { records }
      const matching = here.filter(record => record.type === type)
      const alias = here.find(record => record.type === 'CNAME')
      if (matching.length > 0 || alias === undefined) {
        return { records: [...records, ...matching.map(record => ({ ...record, name }))] }
      }
      records.push({ ...alias, name })
      name = alias.value.toLowerCase()
    }
    return 'loop'
  }

  /** The records of a name; undefined if the name does not exist. */
  #at(name: string): readonly ZoneRecord[] | undefined {
    const parents = ancestorsOf(name)
    const domain = [name, ...parents].find(each => this.of(each).length > 0)
    if (domain === undefined) return undefined
    const records = this.of(domain)
    const named = (full: string) =>
      records.filter(record => (record.name === '@' ? domain : `${record.name}.${domain}`) === full)
    const own = named(name)
    if (own.length > 0 || name === domain) return own
    return parents.map(parent => named(`*.${parent}`)).find(found => found.length > 0)
  }
}

/** A name's parent domains, the nearest first. */
function ancestorsOf(name: string): string[] {
  const labels = name.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}

function isValue(type: RecordType, value: string): boolean {
  switch (type) {
    case 'TXT':
      return true
    case 'A':
      return isIPv4(value)
    case 'AAAA':
      return isIPv6(value)
    case 'MX':
      return /^\d{1,5} [A-Za-z0-9._-]{1,253}$/.test(value)
    case 'CNAME':
      return NAME.test(value.toLowerCase())
  }
}
