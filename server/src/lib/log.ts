import { pino, type DestinationStream, type Logger } from 'pino'

import { currentIds } from './tracing/tracing.ts'

export type Log = Logger

/**
 * Creates a structured log, by default on standard error, with the trace ids of each line. Fields that may hold a secret are redacted
 * wherever a careless caller puts them.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: null,
      mixin: () => ({ ...currentIds() }),
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: SECRET_FIELDS.flatMap(field => [field, `*.${field}`, `*.*.${field}`]),
        censor: '********',
      },
    },
    destination,
  )
}

interface ErrorLine {
  type: string
  message: string
  code: unknown
  stack: string | undefined
  cause?: ErrorLine
}

/** Not all properties of an error: PostgreSQL's contain row values and whole connections. */
function describeError(error: unknown): ErrorLine | unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code: unknown = 'code' in error ? error.code : undefined
  return { type: name, message, code, stack, ...(cause instanceof Error ? { cause: describeError(cause) } : {}) }
}

const SECRET_FIELDS = [
  'password',
  'token',
  'secret',
  'client_secret',
  'authorization',
  'cookie',
  'otp',
  'new_password',
  'id_token',
  'otpauth_url',
  'recovery_codes',
  'dkim_private_key',
  'connectionString',
]
