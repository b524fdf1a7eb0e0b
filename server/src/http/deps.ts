import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Passwords } from '../lib/passwords.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { SystemMail } from '../lib/mail/system-mail.ts'

/** What features need; opened by the role that starts them, or by a test. */
export interface Deps {
  config: Config
  database: Database
  clock: Clock
  log: Log
  secrets: Secrets
  passwords: Passwords
  /** The product's own mail (verification, password reset), not that of campaigns. */
  mail: SystemMail
  metrics: Registry
}
