/** The content of runs, compiled once per worker and cached while they are being sent. */
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { AddressKind, RunContext, WriteMessage } from '../../channels/channel.ts'
import { type AnyChannel, channelNamed, openConfiguration } from '../../channels/registry.ts'
import type { Database } from '../../db/database.ts'
import { sentenceOf } from '../../lib/app-error.ts'
import { TemplateInvalid } from '../../lib/liquid/compile.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { wordsOf } from '../../lib/stored-words.ts'
import { storeReporting, selectAttachments, selectRunContent } from './run-queries.ts'
import { BUILT_IN_FIELDS } from '../../lib/contact-fields.ts'
import type { MessageFile } from '../streams/message-queries.ts'
import { type OwnParts, OwnWriters } from '../streams/own-writers.ts'
import type { ClaimedBatch } from '../batches/lease-queries.ts'
import type { QuietRun, RunClock } from '../snapshot/recipient-clock.ts'
import { columnsFor, type RecipientColumns } from '../sending/recipient-queries.ts'

/** Content of one run that cannot be sent to any recipient. Other runs of the channel are not affected. */
export class ContentError extends Error {
  readonly sentence: Sentence

  constructor(reason: Words, cause: unknown) {
    const said = sentence('campaigns.unsendable', { reason })
    super(english(said), { cause })
    this.name = 'ContentError'
    this.sentence = said
  }
}

/** Stored settings with which nothing can be sent; `words` are for the people who can fix them. */
export class ConfigurationError extends Error {
  readonly words: Words

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ConfigurationError'
    this.words = wordsOf(cause)
  }
}

/** Runs `work`. Whatever it throws becomes a ConfigurationError, except for a ContentError. */
export function usingConfiguration<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ContentError) throw error
    throw new ConfigurationError(error)
  }
}

export interface CompiledRun {
  write: WriteMessage<object>
  /** For messages of a stream that bring content or files of their own. */
  own: OwnWriters
  addressedBy: AddressKind
  /** The contact columns that its templates read. */
  columns: RecipientColumns
  /** Contacts who left this topic are skipped. */
  topicId: string | null
  quiet: QuietRun | null
  /** Identifies the run in short links; null if it has none. */
  shortNo: number | null
  /** Whether its provider reports each message that was delivered. */
  reportsDelivery: boolean
}

interface CompiledRunsOptions {
  database: Database
  secrets: Secrets
  publicUrl: string
  bounceDomain: string | null
}

const KEPT_RUNS = 128

export class CompiledRuns {
  readonly #options: CompiledRunsOptions
  readonly #runs = new Map<string, Promise<CompiledRun>>()

  constructor(options: CompiledRunsOptions) {
    this.#options = options
  }

  /**
   * The compiled run of a batch. Compiles again when the configuration changed, since that may change the sender. Rejects with
   * ConfigurationError or ContentError if the run could reach no recipient.
   */
  get(batch: ClaimedBatch): Promise<CompiledRun> {
    const key = `${batch.runId} ${batch.variant} ${batch.configuration.configuration_id} ${batch.configuration.updatedAt.getTime()}`
    let compiled = this.#runs.get(key)
    this.#runs.delete(key)
    compiled ??= this.#compile(batch)
    compiled.catch(() => this.#runs.delete(key))
    this.#runs.set(key, compiled)
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= KEPT_RUNS) break
      this.#runs.delete(oldest)
    }
    return compiled
  }

  async #compile({ applicationId, runId, variant, channel: name, configuration }: ClaimedBatch): Promise<CompiledRun> {
    const { database, secrets, publicUrl, bounceDomain } = this.#options
    const run = await selectRunContent(database.kysely, { applicationId, runId, variant })
    const attachments = await selectAttachments(database.kysely, applicationId, runId)
    const { content, topicId, shortNo } = run
    const quiet = quietOf(run)
    const compiled = usingConfiguration(() => {
      const channel = channelNamed(name)
      if (channel === null) throw new Error(`There is no channel ${name}.`)
      const settings = openConfiguration(configuration, secrets)
      const provider = channel.providers[configuration.provider]
      const compile = (frozen: object, own: Omit<RunContext, 'publicUrl' | 'bounceDomain'>) =>
        channel.compile(frozen, settings, { publicUrl, bounceDomain, ...own }) as WriteMessage<object>
      return {
        write: isEmpty(content) ? unwritten : blamingContent(channel, () => compile(content, { attachments })),
        own: new OwnWriters(({ content: own, files = [], straight }) =>
          compile(own ?? content, { attachments: files.map(fileOf), ...(straight && linksOf(straight, publicUrl)) }),
        ),
        addressedBy: channel.addressedBy,
        columns: columnsFor([
          // What a message's own content reads is known only when it is written.
          ...(isEmpty(content) ? [...Object.keys(BUILT_IN_FIELDS), 'merge_fields'] : channel.fieldsOf(content)),
          // To write to the address as the contact's own system spells it.
          ...(channel.addressedBy === 'email' ? ['email'] : []),
          ...(quiet === null ? [] : CLOCK_FIELDS),
        ]),
        topicId,
        quiet,
        shortNo,
        reportsDelivery: provider?.reportsDelivery(settings) ?? false,
      }
    })
    if (run.reportsDelivery === null) {
      await storeReporting(database.kysely, { applicationId, runId }, compiled.reportsDelivery)
    }
    return compiled
  }
}

/** Whether it is the content of a stream whose messages bring their own. */
function isEmpty(content: object): boolean {
  return Object.keys(content).length === 0
}

const unwritten: WriteMessage<object> = () => {
  throw new Error('a message came without its content')
}

function fileOf({ filename, contentType, content }: MessageFile): RunContext['attachments'][number] {
  return { filename, contentType, content: Buffer.from(content, 'base64') }
}

function linksOf(straight: NonNullable<OwnParts['straight']>, publicUrl: string): Pick<RunContext, 'linkTo'> {
  const addresses = new Map(straight)
  return { linkTo: no => addresses.get(no) ?? publicUrl }
}

/** What quiet hours read of a contact. */
const CLOCK_FIELDS = ['timezone', 'timezone_offset'] as const

function quietOf({ clock, expiresAt }: { clock: RunClock | null; expiresAt: Date | null }): QuietRun | null {
  if (clock === null || clock.quiet === null) return null
  return { hours: clock.quiet, zone: clock.zone, expiresAtMs: expiresAt?.getTime() ?? null }
}

/** Runs `work`. Faults of the run's templates, or of what its channel makes of them, become a ContentError. */
function blamingContent<T>(channel: AnyChannel, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const [problem] = error instanceof TemplateInvalid ? error.problems : []
    if (problem !== undefined) throw new ContentError(sentenceOf(problem), error)
    if (channel.isContentFault?.(error)) throw new ContentError(wordsOf(error), error)
    throw error
  }
}
