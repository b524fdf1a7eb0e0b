import { z } from 'zod'
import { JsonFile } from '../../json-file.ts'
import { isOnThisMachine } from '../outward-call.ts'

// Settings that customers make in the portals of the emulated providers: where delivery reports and incoming messages
// are sent.

/** Formats in which Karix may call. The real one is not published, so all three are available. */
const CALL_FORMS = ['form', 'json', 'query'] as const

export const portalSchema = z.strictObject({
  /** The senders that the settings apply to, separated by commas. Empty: all senders not listed elsewhere. */
  senders: z
    .string()
    .max(200)
    .default('')
    .transform(text => namesIn(text).join(', ')),
  /** Empty: no address is called. */
  callback_url: z
    .string()
    .trim()
    .max(2000)
    .refine(url => url === '' || isOnThisMachine(url), 'Enter an http address on this machine.'),
  form: z.enum(CALL_FORMS).default('form'),
})
export type PortalSettings = z.output<typeof portalSchema>

const fileSchema = z.record(z.string(), z.array(portalSchema))

function namesIn(senders: string): string[] {
  return senders
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
}

/** The settings of a sender: the newest that list it, otherwise the general ones. */
export function settingsOf(all: readonly PortalSettings[], sender: string): PortalSettings | undefined {
  const own = all.findLast(({ senders }) => namesIn(senders).includes(sender))
  return own ?? all.find(({ senders }) => senders === '')
}

/** The settings of all customers; they survive a restart. */
export class Accounts extends JsonFile<typeof fileSchema> {
  /** An unreadable file counts as empty. */
  constructor(directory: string) {
    super(directory, 'sms-accounts.json', fileSchema)
  }

  list(provider: string): readonly PortalSettings[] {
    return this.content[provider] ?? []
  }

  of(provider: string, sender: string): PortalSettings | undefined {
    return settingsOf(this.list(provider), sender)
  }

  set(provider: string, settings: PortalSettings): Promise<void> {
    const others = this.list(provider).filter(({ senders }) => senders !== settings.senders)
    this.content[provider] = settings.callback_url === '' ? others : [...others, settings]
    return this.save()
  }
}
