/**
 * Looks things up in DNS for one question of a person: a bounded number of lookups in a bounded time, however names lead on. A
 * name or record that does not exist is an empty answer; a DNS that cannot say so is a `DnsError`.
 */
import { sentence, type Sentence } from '@notifly/contracts/sentences/sentence'
import { Resolver } from 'node:dns/promises'

export interface Dns {
  /** The TXT records of a name, each with its strings joined (RFC 7208 section 3.3). */
  texts(name: string): Promise<string[]>
  addresses(name: string, family: 4 | 6): Promise<string[]>
  /** The hosts that take a domain's mail, preferred ones first. */
  exchanges(name: string): Promise<string[]>
}

/** DNS is out of reach, fails, or was asked too much; its sentence says which. */
export class DnsError extends Error {
  readonly sentence: Sentence

  constructor(said: Sentence, options?: ErrorOptions) {
    super(said.key, options)
    this.name = 'DnsError'
    this.sentence = said
  }
}

export interface DnsOptions {
  /** Addresses, with a port where it is not 53; none: those of the system. */
  servers: readonly string[]
  lookups: number
  budgetMs: number
}

const NOT_THERE = ['ENODATA', 'ENOTFOUND', 'EBADNAME']
const SILENT = ['ETIMEOUT', 'ECANCELLED']
/** Of one try, before the next server or the same one again. */
const TRY_MS = 1200
const TRIES = 2

/** Runs `work` with lookups that are over when its time is. */
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
