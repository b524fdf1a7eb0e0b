/** Compares a campaign to phone numbers with an undici pool that posts the same bodies to the same server. */
import { availableParallelism } from 'node:os'
import type { Channel } from '@notifly/server/channels/channel'
import type { BenchContext } from '../harness/bench-context.ts'
import { compare } from '../harness/compare.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import type { Result } from '../result.ts'
import { startPoster } from './http-processes.ts'
import { type ProviderBench, setProviderStage } from './stage.ts'

export interface PhoneBench extends Omit<ProviderBench, 'addAddresses'> {
  name: string
  /** As many as the channel's sender uses. */
  connections: number
  /** The same requests as the campaign's. */
  request: { path: string; headers: Record<string, string>; bodies: readonly string[] }
  /** What is sent, in a few words. */
  what: string
}

export async function benchPhones({ postgres, sizes, say }: BenchContext, bench: PhoneBench): Promise<Result[]> {
  const workers = availableParallelism()
  const { phoneRecipients: recipients, rounds } = sizes
  const { name, what, connections, request } = bench
  say(`${name} to ${recipients} numbers, ${rounds} rounds`)
  await using stage = await setProviderStage(postgres, { workers, recipients }, { ...bench, addAddresses: giveNumbers })
  await using poster = startPoster()
  const { origin } = stage
  const posting = { ...request, headers: [request.headers], origin, count: recipients, connections }
  const post = async (): Promise<number> => recipients / (await poster.post(posting))
  // Compilers and connections are warm from here on, on both sides.
  await stage.send()
  await post()
  const comparison = await compare(rounds, stage.send, post)
  return [
    {
      ...comparison,
      name,
      bar: { least: 0.5 },
      unit: 'messages/s',
      limitName: 'undici pool',
      costs: await stage.costs(),
      how:
        `A campaign to ${recipients} numbers ${what}, ${workers} workers under their supervisor, ` +
        `${connections} connections, all state in PostgreSQL with fsync. Limit: one process that posts the same bodies to ` +
        'the same provider by an undici pool of as many connections, and reads the answers.',
    },
  ]
}

/** Each contact of an application gets a phone number. */
export async function giveNumbers({ pool }: Pick<BenchDatabase, 'pool'>, applicationId: string): Promise<void> {
  await pool.query(
    `update contact c set phone_number = '+9198' || lpad(n.n::text, 8, '0')
     from (select contact_id, row_number() over () as n from contact where application_id = $1) n
     where c.application_id = $1 and c.contact_id = n.contact_id`,
    [applicationId],
  )
  await pool.query('vacuum analyze contact')
}

/** Number of different bodies that the limit posts in turn. */
const BODIES = 1000

/** The bodies that the campaign posts, made by the channel itself. */
export function bodiesOf<Content, Frozen, Configuration, Message>(
  channel: Channel<Content, Frozen, Configuration, Message>,
  content: Content,
  configuration: Configuration,
  bodyOf: (message: Message) => string,
): string[] {
  const frozen = channel.freeze(content, { messageIdDomain: 'notifly.example', firstLinkNo: 0 }).content
  const surroundings = { publicUrl: 'https://notifly.example', bounceDomain: null, attachments: [] }
  const write = channel.compile(frozen, configuration, surroundings)
  const common = { device: null, messageId: '', date: new Date(), unsubscribeUrl: '', token: 'x'.repeat(70) }
  return Array.from({ length: BODIES }, (_, n) => {
    const same = { shop: 'Main Street', colour: 'blue', agent: 'Ann' }
    const fields = { ...same, first_name: `Name${n}`, code: `C-${n}`, city: `Town ${n % 100}` }
    return bodyOf(write({ ...common, address: `+9198${String(n).padStart(8, '0')}`, fields }))
  })
}

/** A JSON answer of the server. */
export function jsonAnswer(value: object): ProviderBench['answer'] {
  return { status: '200 OK', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}
