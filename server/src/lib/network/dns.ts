/**
 * DNS queries for one question of a person: a bounded number in bounded time, however names lead from one to the next. A name or record
 * that does not exist is an empty answer; if DNS cannot answer, it is a `DnsError`.
 */
import { sentence, type Sentence } from '@notifly/contracts/sentences/sentence'
import { Resolver } from 'node:dns/promises'

export interface Dns {
  /** Returns the TXT records of a name, each with its strings joined (RFC 7208 section 3.3). */
  texts(name: string): Promise<string[]>
  addresses(name: string, family: 4 | 6): Promise<string[]>
  /** Returns the hosts that take a domain's email, preferred ones first. */
  exchanges(name: string): Promise<string[]>
}

/** DNS is unreachable, fails, or was queried too often; the sentence says which. */
export class DnsError extends Error {
  readonly sentence: Sentence

  constructor(said: Sentence, options?: ErrorOptions) {
    super(said.key, options)
    this.name = 'DnsError'
    this.sentence = said
  }
}

export interface DnsOptions {
  /** Addresses, with a port unless it is 53; empty: the system's. */
  servers: readonly string[]
  lookups: number
  budgetMs: number
}

const NOT_THERE = ['ENODATA', 'ENOTFOUND', 'EBADNAME']
const SILENT = ['ETIMEOUT', 'ECANCELLED']
/** Time of one try, before the next server or another try. */
const TRY_MS = 1200
const TRIES = 2

/** Runs `work` with queries that end when its time is up. */
export async function withDns<T>(
  { servers, lookups, budgetMs }: DnsOptions,
  work: (dns: Dns) => Promise<T>,
): Promise<T> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  let left = lookups
  let isOver = false
  const ask = async <Row>(lookup: () => Promise<Row[]>): Promise<Row[]> => {
    if (isOver || left <= 0) throw new DnsError(sentence('authentication.dnsSilent'))
    left--
    try {
      return await lookup()
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'EUNKNOWN'
      if (NOT_THERE.includes(code)) return []
      if (SILENT.includes(code)) throw new DnsError(sentence('authentication.dnsSilent'), { cause: error })
      throw new DnsError(sentence('authentication.dnsFailed', { code }), { cause: error })
    }
  }
  const timer = setTimeout(() => {
    isOver = true
    resolver.cancel()
  }, budgetMs)
  try {
    return await work({
      texts: async name => (await ask(() => resolver.resolveTxt(name))).map(strings => strings.join('')),
      addresses: (name, family) => ask(() => (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))),
      exchanges: async name =>
        (await ask(() => resolver.resolveMx(name)))
          .toSorted((one, other) => one.priority - other.priority)
          .map(({ exchange }) => exchange),
    })
  } finally {
    clearTimeout(timer)
    resolver.cancel()
  }
}
