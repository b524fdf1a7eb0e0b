import { z } from 'zod'
import { KeptFile } from '../kept-file.ts'
import { Decisions } from './decisions.ts'
import { CALM, countActive, dialsSchema, type Dials } from './dials.ts'

/** What has dials; of single sign-on only latency and passing errors mean something. */
export const CHANNELS = ['email', 'sms', 'webpush', 'mobilepush', 'sso'] as const
export type Channel = (typeof CHANNELS)[number]

const fileSchema = z.partialRecord(z.enum(CHANNELS), dialsSchema)

/** The dials of every channel; they outlive a restart, because a set-up should still be there tomorrow. */
export class FaultPanel extends KeptFile<typeof fileSchema> {
  /** What came of each attempt. */
  readonly decisions = new Decisions()
  readonly #others: (() => number)[] = []

  /** Opens the panel kept in `directory`; an unreadable file counts as everything off. */
  constructor(directory: string) {
    super(directory, 'faults.json', fileSchema)
  }

  /** The present dials of a channel. */
  dials(channel: Channel): Readonly<Dials> {
    return this.content[channel] ?? CALM
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
  turn(channel: Channel, dials: Dials): Promise<void> {
    this.content[channel] = dials
    return this.save()
  }
}

/** The channel of that name, or undefined. */
export function readChannel(name: string): Channel | undefined {
  return CHANNELS.find(channel => channel === name)
}
