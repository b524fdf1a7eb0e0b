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

/** An emulated SMS provider; its calls are below /providers and its name. */
export interface SmsEmulator {
  portal: PortalWords
  /** Adds its calls; returns the line that carries phones' replies. */
  add(app: FastifyInstance, tools: SmsTools): PhoneLine
}

/** What a customer configures at the provider, in its own terms. */
export interface PortalWords {
  name: string
  /** What its senders are called. */
  senders: string
  example: string
  address: string
  help: string
  /** Delivery reports go to the address set here, rather than to one sent with each message. */
  takesReports: boolean
  /** The format of its calls is unknown, so there are several to choose from. */
  hasForms: boolean
}

/** A reply from the emulated phone. */
export interface Reply {
  /** E.164, with its plus. */
  phone: string
  text: string
  /** Number or name that sent the newest message. */
  sender: string
}

/** A provider that carries replies from phones. */
export interface PhoneLine {
  /** Resolves to a sentence that says why the reply can't arrive; undefined once the customer has accepted it. */
  reply(reply: Reply): Promise<string | undefined>
}
