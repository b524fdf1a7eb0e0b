/** What the scenarios need to know about a mail server. Each server is a file in this folder. */
import type { Ground } from '../ground.ts'
import type { LateDomain } from '../scenarios.ts'
import { PORTS, type ScenarioName, SIGN_IN } from '../world.ts'

/** How to connect to a server. */
export interface SmtpAccess {
  port: number
  security: 'none' | 'starttls' | 'tls'
  signIn: boolean
}

export interface MailServer {
  title: string
  /** Of the distribution. */
  packages: readonly string[]
  /** From the npm registry, with its version. */
  npm?: string
  /** The door for a scenario, or why this server cannot play it. */
  doors: Readonly<Record<ScenarioName, SmtpAccess | string>>
  /** Domains whose mail it takes, only to find that there is no mailbox. */
  lateDomains: readonly LateDomain[]
  /** Copies that a fault of its own costs a run; usually none. */
  copiesAtMost?: number
  version(ground: Ground): Promise<string>
  /** Writes its configuration and starts it. Resolves once it was told to start. */
  start(ground: Ground): Promise<void>
  /** Whether its queue is empty. */
  isIdle(ground: Ground): Promise<boolean>
}

const byAddress = (port: number): SmtpAccess => ({ port, security: 'none', signIn: false })
const submission: SmtpAccess = { port: PORTS.submission, security: 'starttls', signIn: true }

/** The ports of a server that supports every scenario. */
export const ALL_SMTP_ACCESS: Readonly<Record<ScenarioName, SmtpAccess>> = {
  plain: byAddress(PORTS.relay),
  starttls: { port: PORTS.relay, security: 'starttls', signIn: false },
  tls: { port: PORTS.tls, security: 'tls', signIn: true },
  signin: submission,
  wrongpassword: submission,
  greylisting: byAddress(PORTS.greylisting),
  rates: byAddress(PORTS.rates),
  refusals: byAddress(PORTS.relay),
  size: byAddress(PORTS.relay),
  cuts: byAddress(PORTS.cuts),
  bounces: byAddress(PORTS.unchecked),
}

/** The sign-in as servers keep it in files: name, colon, password. */
export const SIGN_IN_LINE = `${SIGN_IN.username}:${SIGN_IN.password}`
