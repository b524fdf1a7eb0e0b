import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(fields: object): string {
  const lines: string[] = []
  createLog('info', { write: line => void lines.push(line) }).info(fields, 'a line')
  return lines.join('')
}

test('fields that may hold a secret are censored, also inside of objects', () => {
  const line = logged({ password: 'p-1', body: { token: 't-1', inner: { secret: 's-1' } }, email: 'asha' })
  expect(line).not.toMatch(/p-1|t-1|s-1/)
  expect(line).toContain('asha')
})

test('in lists too, and what was passed keeps its secrets', () => {
  const fields = { lists: [{ otp: 'o-1' }, 'kept'], none: null }
  expect(JSON.parse(logged(fields))).toMatchObject({ lists: [{ otp: '********' }, 'kept'], none: null })
  expect(fields.lists[0]).toEqual({ otp: 'o-1' })
})

test('of an error its name, message, code and cause are kept, not what else hangs on it', () => {
  const cause = Object.assign(new TypeError('inner'), { client: { password: 'p-2' } })
  const error = Object.assign(new Error('outer', { cause }), {
    code: '23505',
    detail: 'Key (email)=(asha@example.com)',
  })
  const { err } = JSON.parse(logged({ err: error })) as { err: Record<string, unknown> }
  expect(err).toEqual({
    type: 'Error',
    message: 'outer',
    code: '23505',
    stack: expect.stringContaining('log.test.ts'),
    cause: { type: 'TypeError', message: 'inner', stack: expect.any(String) },
  })
})
