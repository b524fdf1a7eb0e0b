import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Decisions } from './decisions.ts'
import { CALM, countActive, dialsSchema, type Dials } from './dials.ts'

/** What has dials; of single sign-on only latency and passing errors mean something. */
export const CHANNELS = ['email', 'sms', 'webpush', 'mobilepush', 'sso'] as const
export type Channel = (typeof CHANNELS)[number]

const fileSchema = z.partialRecord(z.enum(CHANNELS), dialsSchema)

/** The dials of every channel; they outlive a restart, because what somebody has set up should still be so tomorrow. */
export class FaultPanel {
  /** What came of each attempt. */
  readonly decisions = new Decisions()
  readonly #path: string
  readonly #others: (() => number)[] = []
  #dials: Partial<Record<Channel, Dials>>

  private constructor(path: string, dials: Partial<Record<Channel, Dials>>) {
    this.#path = path
    this.#dials = dials
  }

  /** Opens the panel kept in `directory`; an unreadable file counts as everything off. */
  static async open(directory: string): Promise<FaultPanel> {
    const path = join(directory, 'faults.json')
    const kept = await readFile(path, 'utf8').catch(() => '{}')
    return new FaultPanel(path, parse(kept))
  }

  /** The dials of a channel as they stand. */
  dials(channel: Channel): Readonly<Dials> {
    return this.#dials[channel] ?? CALM
  }

  /** How many dials are turned up, of all channels. */
  countActive(): number {
    const others = this.#others.reduce((sum, count) => sum + count(), 0)
    return CHANNELS.reduce((sum, channel) => sum + countActive(this.dials(channel)), others)
  }

  /** Counts those of a channel that keeps dials of its own. */
  alsoCount(count: () => number): void {
    this.#others.push(count)
  }

  /** Turns the dials of a channel; from the next message on they hold. */
  async turn(channel: Channel, dials: Dials): Promise<void> {
    this.#dials = { ...this.#dials, [channel]: dials }
    const temporary = `${this.#path}.${randomUUID()}.tmp`
    await writeFile(temporary, JSON.stringify(this.#dials, null, 2), { mode: 0o600 })
    await rename(temporary, this.#path)
  }
}

/** The channel of that name, or undefined. */
export function readChannel(name: string): Channel | undefined {
  return CHANNELS.find(channel => channel === name)
}

function parse(json: string): Partial<Record<Channel, Dials>> {
  try {
    return fileSchema.parse(JSON.parse(json))
  } catch {
    return {}
  }
}
