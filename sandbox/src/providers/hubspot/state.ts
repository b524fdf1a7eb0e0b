import { z } from 'zod'
import { JsonFile } from '../../json-file.ts'
import { NO_FAULTS, type HubspotDials, hubspotDialsSchema } from './dials.ts'

const ticketSchema = z.object({
  id: z.string(),
  /** All values are strings, as in HubSpot. */
  properties: z.record(z.string(), z.string()),
  at_ms: z.int(),
})

export type Ticket = z.infer<typeof ticketSchema>

const KEPT_MAX = 200
const FIRST_ID = 4_100_200_300

const fileSchema = z.object({
  dials: hubspotDialsSchema.catch({ ...NO_FAULTS }).default({ ...NO_FAULTS }),
  /** The newest first. */
  tickets: z.array(ticketSchema).catch([]).default([]),
  created: z.int().catch(0).default(0),
})

/** Tickets and dials of the emulated HubSpot. They survive a restart. */
export class HubspotState extends JsonFile<typeof fileSchema> {
  readonly #listeners = new Set<() => void>()

  /** Opens the state stored in `directory`; an unreadable file counts as empty. */
  constructor(directory: string) {
    super(directory, 'hubspot.json', fileSchema)
  }

  get dials(): Readonly<HubspotDials> {
    return this.content.dials
  }

  get tickets(): readonly Ticket[] {
    return this.content.tickets
  }

  turn(dials: HubspotDials): Promise<void> {
    this.content.dials = dials
    return this.save()
  }

  async create(properties: Record<string, string>): Promise<Ticket> {
    const id = String(FIRST_ID + ++this.content.created)
    const ticket = { id, properties, at_ms: Date.now() }
    this.content.tickets = [ticket, ...this.content.tickets].slice(0, KEPT_MAX)
    await this.save()
    this.#tell()
    return ticket
  }

  async clear(): Promise<void> {
    this.content.tickets = []
    await this.save()
    this.#tell()
  }

  /** Calls `listener` after every change of the tickets. Returns a function that stops this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
