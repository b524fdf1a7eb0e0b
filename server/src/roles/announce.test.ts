import process from 'node:process'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../lib/log.ts'
import { announce } from './announce.ts'

/** What a start with these settings prints, and the settings that its log warns of. */
function started(env: NodeJS.ProcessEnv): { printed: string; warned: unknown[] } {
  const lines: string[] = []
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  announce(readConfig(env), createLog('info', { write: line => void lines.push(line) }))
  const printed = print.mock.calls.map(([text]) => String(text)).join('')
  print.mockRestore()
  return { printed, warned: lines.map(line => (JSON.parse(line) as { setting?: string }).setting) }
}

test('a start says where the product is, and each setting that is unsafe on screen and in the log', () => {
  const { printed, warned } = started({
    NOTIFLY_PUBLIC_URL: 'http://notifly.example',
    NOTIFLY_TRUSTED_PROXIES: '127.0.0.1',
    NOTIFLY_METRICS_TOKEN: 'secret',
    NOTIFLY_OPERATORS: 'ada@example.com',
    NOTIFLY_SYSTEM_SMTP_URL: 'smtps://user:password@smtp.example',
  })
  expect(printed).toContain('Dashboard   http://notifly.example\n')
  expect(warned).toEqual(['NOTIFLY_PUBLIC_URL', 'NOTIFLY_METRICS_TOKEN'])
  expect(printed.split('Unsafe settings (docs/operating.md, "Putting it on the internet"):\n')[1]).toMatch(
    / {2}- NOTIFLY_PUBLIC_URL is an http address.*\n {2}- NOTIFLY_METRICS_TOKEN is shorter than /,
  )
})

test('a developer sees the addresses of the sandbox and no warning', () => {
  const { printed, warned } = started({})
  expect(printed).toContain('Inbox       http://127.0.0.1:3100')
  expect(printed).not.toContain('Unsafe')
  expect(warned).toEqual([])
})
