import { pino, type Logger } from 'pino'

export type Log = Logger

/** Structured logs on standard error; fields that may hold a secret are censored wherever a careless caller puts them. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap(field => [field, `*.${field}`, `*.*.${field}`]),
        censor: '********',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}

const SECRET_FIELDS = [
  'password',
  'token',
  'secret',
  'client_secret',
  'authorization',
  'cookie',
  'otp',
  'dkim_private_key',
  'connectionString',
]
