/** Secrets in files, as containers and systemd provide them: `NAME_FILE` names the file with the value of NAME. */
import { readFileSync } from 'node:fs'
import { withPassword } from './database-url.ts'

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'NOTIFLY_SECRET',
  'NOTIFLY_SYSTEM_SMTP_URL',
  'NOTIFLY_METRICS_TOKEN',
  'NOTIFLY_OIDC_CLIENT_SECRET',
  'NOTIFLY_LINKEDIN_CLIENT_SECRET',
  'NOTIFLY_HUBSPOT_TOKEN',
  'NOTIFLY_BEEFREE_CLIENT_SECRET',
] as const

/** Returns the settings including those in files; surrounding white space is removed. A file that cannot be read is added to `problems`. */
export function withFiles(env: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const read: Record<string, string> = {}
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set; keep one of them.`)
    try {
      read[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      problems.push(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}.`)
    }
  }
  return { ...env, ...read }
}

/** Returns DATABASE_URL, with DATABASE_PASSWORD added if it has none; null: the embedded database. */
export function readDatabaseUrl(env: NodeJS.ProcessEnv, problems: string[]): string | null {
  const { DATABASE_URL: text, DATABASE_PASSWORD: password } = env
  if (!text) {
    if (password) problems.push('DATABASE_PASSWORD belongs to a DATABASE_URL, which is missing.')
    return null
  }
  if (!password) return text
  const whole = withPassword(text, password)
  if (whole === undefined) {
    problems.push(
      'DATABASE_URL must be a full address such as postgres://notifly@db.example.com/notifly beside DATABASE_PASSWORD.',
    )
  }
  return whole ?? text
}
