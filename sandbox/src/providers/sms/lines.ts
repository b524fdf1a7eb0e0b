import type { FastifyInstance } from 'fastify'
import type { MessageStore } from '../../messages/message-store.ts'
import type { Accounts } from './accounts.ts'
import type { Network } from './network.ts'

/** What the emulated SMS providers need. */
export interface SmsTools {
  store: MessageStore
  network: Network
  accounts: Accounts
}

/** An emulated provider of text messages; its calls are below /providers and its name. */
export interface SmsEmulator {
  portal: PortalWords
  /** Its calls; answers who carries what phones write back. */
  add(app: FastifyInstance, tools: SmsTools): PhoneLine
}

/** What a customer sets at the provider, in its own words. */
export interface PortalWords {
  name: string
  /** What its messages come from. */
  senders: string
  example: string
  address: string
  help: string
  /** Delivery reports go to the address that is set here, and not to one that comes with each message. */
  takesReports: boolean
  /** In which form it calls is unknown, so there are several to choose from. */
  hasForms: boolean
}

/** What the owner writes on the emulated phone. */
export interface Reply {
  /** E.164 with its plus. */
  phone: string
  text: string
  /** Number or name that the newest message came from. */
  sender: string
}

/** A provider that carries what a phone's owner writes back. */
export interface PhoneLine {
  /** Returns what keeps it from arriving, in a sentence; undefined once the customer has taken it. */
  reply(reply: Reply): Promise<string | undefined>
}
