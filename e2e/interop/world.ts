/**
 * The environment in which one mail server is tested. Its network namespace only has a loopback interface, so every port is free and
 * nothing that is sent can leave the machine.
 */

/** Contacts of each scenario. */
export const PEOPLE = 300

/** The name of the server and in its certificate; /etc/hosts maps it to the loopback address. */
export const SERVER_NAME = 'mail.interop.test'

export const DOMAINS = {
  /** The server has a mailbox for each contact here, and no others. */
  people: 'people.test',
  /** The server takes mail for this domain as its own and then finds no mailbox. */
  gone: 'gone.test',
  /** Another server is responsible for this domain, and refuses every recipient. */
  far: 'far.test',
  /** Where delivery reports go: the product's own listener. */
  bounces: 'bounces.test',
  sender: 'interop.test',
} as const

export const PORTS = {
  /** Relays for every client of this machine; offers STARTTLS. */
  relay: 25,
  /** STARTTLS, then a sign-in. */
  submission: 587,
  /** TLS from the first byte. */
  tls: 465,
  greylisting: 2501,
  rates: 2502,
  /** Takes recipients without looking whether they exist. */
  unchecked: 2503,
  /** In front of `relay`: connections that break behind the final dot. */
  cuts: 2504,
  far: 2505,
  bounces: 2506,
} as const

export const SIGN_IN = { username: 'lumen', password: 'a-good-password' } as const

/** The largest message that the servers accept: far larger than the usual message here. */
export const SIZE_LIMIT_BYTES = 60_000

/** The first message to a contact is deferred until so much time has passed. */
export const GREYLIST_SECONDS = 20

/** The most messages that a server accepts within some seconds. */
export const RATE = { messages: 50, seconds: 10 } as const

export const SCENARIOS = [
  'plain',
  'starttls',
  'tls',
  'signin',
  'wrongpassword',
  'greylisting',
  'rates',
  'refusals',
  'size',
  'cuts',
  'bounces',
] as const
export type ScenarioName = (typeof SCENARIOS)[number]

/** The local part of a contact's address. */
export function mailboxOf(scenario: ScenarioName, number: number): string {
  return `${scenario}-${String(number).padStart(3, '0')}`
}

/** Every mailbox that the server has. */
export const MAILBOXES = SCENARIOS.flatMap(scenario =>
  Array.from({ length: PEOPLE }, (_, index) => mailboxOf(scenario, index + 1)),
)
