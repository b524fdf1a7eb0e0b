/** The scenarios for each server: recipients whose mail arrives, recipients whose mail does not, and faults during delivery. */
import { DOMAINS, mailboxOf, PEOPLE, SCENARIOS, type ScenarioName } from './world.ts'

/** The result of one contact's message. */
export type ExpectedResult = 'delivered' | 'unknown' | 'gone' | 'far' | 'large'

/** The status that the run must show, and whether the address must be suppressed. */
export const SHOWN: Readonly<Record<ExpectedResult, { status: string; isSuppressed: boolean }>> = {
  delivered: { status: 'sent', isSuppressed: false },
  unknown: { status: 'bounced', isSuppressed: true },
  gone: { status: 'bounced', isSuppressed: true },
  far: { status: 'bounced', isSuppressed: true },
  large: { status: 'failed', isSuppressed: false },
}

export interface Person {
  mailbox: string
  email: string
  /** Is in this person's message and in no other. */
  code: string
  fate: ExpectedResult
}

export interface Scenario {
  name: ScenarioName
  title: string
  /** The settings begin with a wrong password, and get the right one once the run says so. */
  hasWrongPassword: boolean
  /** Connections break after the final dot: the product cannot know whether the message arrived, so a second copy is right. */
  mayRepeat: boolean
  people: readonly Person[]
}

/** The domains for which a server may only find out after accepting that there is no mailbox. */
export type LateDomain = 'gone' | 'far'

const TITLES: Readonly<Record<ScenarioName, string>> = {
  plain: 'port 25 by address',
  starttls: 'STARTTLS, certificate checked',
  tls: 'implicit TLS, sign-in',
  signin: 'STARTTLS, sign-in',
  wrongpassword: 'wrong password, then the right one',
  greylisting: 'greylisting',
  rates: 'limited rate',
  refusals: 'unknown recipients refused',
  size: 'some messages too large',
  cuts: 'connection cut behind the dot',
  bounces: 'mail that comes back',
}

/** Every so many-th contact of a scenario has another result. */
const EVERY = 10

/** A scenario; `lateDomains`: the domains from which this server can return mail. */
export function scenarioOf(name: ScenarioName, lateDomains: readonly LateDomain[]): Scenario {
  const numbers = Array.from({ length: PEOPLE }, (_, index) => index + 1)
  return {
    name,
    title: TITLES[name],
    hasWrongPassword: name === 'wrongpassword',
    mayRepeat: name === 'cuts',
    people: numbers.map(number => personOf(name, number, expectedResultOf(name, number, lateDomains))),
  }
}

function expectedResultOf(name: ScenarioName, number: number, lateDomains: readonly LateDomain[]): ExpectedResult {
  if (number % EVERY !== 0) return 'delivered'
  if (name === 'refusals') return 'unknown'
  if (name === 'size') return 'large'
  if (name !== 'bounces') return 'delivered'
  return lateDomains[(number / EVERY) % lateDomains.length] ?? 'delivered'
}

function personOf(name: ScenarioName, number: number, fate: ExpectedResult): Person {
  const mailbox = mailboxOf(name, number)
  const code = `${name}${String(number).padStart(3, '0')}code`
  const address = fate === 'unknown' ? `nobody-${mailbox}` : mailbox
  const domain = fate === 'gone' || fate === 'far' ? DOMAINS[fate] : DOMAINS.people
  return { mailbox, email: `${address}@${domain}`, code, fate }
}

/** The order in which they start: those that mainly wait first, so that the others run meanwhile. */
export const ORDER: readonly ScenarioName[] = SCENARIOS.toSorted((one, other) => waits(other) - waits(one))

function waits(name: ScenarioName): number {
  return ['greylisting', 'cuts', 'wrongpassword', 'rates'].includes(name) ? 1 : 0
}
