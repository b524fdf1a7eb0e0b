/** The content of runs, compiled once per worker and kept while they are being sent. */
import type { CampaignMail, SenderIdentity } from '../../channels/email/campaign-mail.ts'
import { compileCampaignMail } from '../../channels/email/campaign-mail.ts'
import { ComposeError } from '../../channels/email/compose/headers.ts'
import { openConfiguration } from '../../channels/configuration.ts'
import type { Database } from '../../db/database.ts'
import { SENDER_FIELDS } from '../../lib/email-html/links.ts'
import { compileTemplate, TemplateInvalid } from '../../lib/liquid/compile.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { usingConfiguration } from '../sending/configuration-error.ts'
import { ContentError } from './content-error.ts'
import { selectAttachments, selectRunContent } from './content-queries.ts'
import type { ClaimedBatch } from '../batches/leased-batch.ts'
import type { QuietRun } from '../sending/quiet.ts'
import type { RunClock } from '../snapshot/recipient-clock.ts'
import { columnsFor, type RecipientColumns } from '../sending/recipient-queries.ts'
import type { FrozenContent } from './run-content.ts'
import { writeAddresses } from './run-addresses.ts'

export interface CompiledRun {
  write: CampaignMail
  /** What its templates read of a contact. */
  columns: RecipientColumns
  /** What the campaign is about: who has left that is left out. */
  topicId: string | null
  quiet: QuietRun | null
  /** Behind the @ of each Message-ID: the same for every attempt. */
  messageIdDomain: string
  senderEmail: string
}

const KEPT_RUNS = 32

export class CompiledRuns {
  readonly #database: Database
  readonly #secrets: Secrets
  readonly #publicUrl: string
  readonly #runs = new Map<string, Promise<CompiledRun>>()

  constructor(database: Database, secrets: Secrets, publicUrl: string) {
    this.#database = database
    this.#secrets = secrets
    this.#publicUrl = publicUrl
  }

  /**
   * A change of the configuration may change the sender, so it compiles anew. Rejects with
   * ConfigurationError or ContentError when nobody could get it.
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

  async #compile({ applicationId, runId, variant, configuration }: ClaimedBatch): Promise<CompiledRun> {
    const run = await selectRunContent(this.#database.kysely, { applicationId, runId, variant })
    const { content, topicId } = run
    const quiet = quietOf(run)
    const attachments = await selectAttachments(this.#database.kysely, applicationId, runId)
    return usingConfiguration(() => {
      const sender = openConfiguration(configuration, this.#secrets) as unknown as SenderIdentity
      return {
        write: blamingContent(() => compileCampaignMail(writeAddresses(content, this.#publicUrl), sender, attachments)),
        columns: columnsFor([...fieldsOf(content), ...(quiet === null ? [] : CLOCK_FIELDS)]),
        topicId,
        quiet,
        messageIdDomain: content.messageIdDomain,
        senderEmail: sender.sender_email,
      }
    })
  }
}

/** What quiet hours ask of a contact. */
const CLOCK_FIELDS = ['timezone', 'timezone_offset'] as const

function quietOf({ clock, expiresAt }: { clock: RunClock | null; expiresAt: Date | null }): QuietRun | null {
  if (clock === null || clock.quiet === null) return null
  return { hours: clock.quiet, zone: clock.zone, expiresAtMs: expiresAt?.getTime() ?? null }
}

/** Runs `work`; what the templates or the headers of the run are to blame for becomes a ContentError. */
function blamingContent<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ComposeError || error instanceof TemplateInvalid) throw new ContentError(error)
    throw error
  }
}

/** The contact's own fields: those that the sender supplies are no columns and no merge fields. */
function fieldsOf({ subject, html, text }: FrozenContent): string[] {
  const own = (field: string): boolean => field.startsWith('notifly_') || SENDER_FIELDS.some(name => name === field)
  return [compileTemplate(subject, 'subject'), compileTemplate(html, 'html'), compileTemplate(text, 'text')]
    .flatMap(({ fields }) => fields)
    .filter(field => !own(field))
}
