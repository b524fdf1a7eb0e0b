import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Structured logs, by default on standard error; fields that may hold a secret are censored wherever a careless caller puts them. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
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
    destination,
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
