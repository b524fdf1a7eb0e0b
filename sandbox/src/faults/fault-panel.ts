import { z } from 'zod'
import { JsonFile } from '../json-file.ts'
import { Decisions } from './decisions.ts'
import { NO_FAULTS, countActive, dialsSchema, type Dials } from './dials.ts'

/** Everything with dials. For single sign-on, only latency and temporary errors have an effect. */
export const CHANNELS = ['email', 'sms', 'webpush', 'mobilepush', 'sso'] as const
export type Channel = (typeof CHANNELS)[number]

const fileSchema = z.partialRecord(z.enum(CHANNELS), dialsSchema)

/** The dials of every channel. They are stored on disk, so that a set-up survives a restart. */
export class FaultPanel extends JsonFile<typeof fileSchema> {
  /** The outcome of each attempt. */
  readonly decisions = new Decisions()
  readonly #others: (() => number)[] = []

  /** Opens the panel stored in `directory`; an unreadable file means that everything is off. */
  constructor(directory: string) {
    super(directory, 'faults.json', fileSchema)
  }

  /** The current dials of a channel. */
  dials(channel: Channel): Readonly<Dials> {
    return this.content[channel] ?? NO_FAULTS
  }

  /** How many dials are active, over all channels. */
  countActive(): number {
    const others = this.#others.reduce((sum, count) => sum + count(), 0)
    return CHANNELS.reduce((sum, channel) => sum + countActive(this.dials(channel)), others)
  }

  /** Adds the active dials of a channel that stores its own. */
  alsoCount(count: () => number): void {
    this.#others.push(count)
  }

  /** Sets the dials of a channel, from the next message on. */
  turn(channel: Channel, dials: Dials): Promise<void> {
    this.content[channel] = dials
    return this.save()
  }
}

/** The channel with that name, or undefined. */
export function readChannel(name: string): Channel | undefined {
  return CHANNELS.find(channel => channel === name)
}
