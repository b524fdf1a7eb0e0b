import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { session } from '../../api/session.ts'
import { onNotice } from '../../api/signals.ts'
import { persistForOffline } from './persist-for-offline.ts'

test('a browser that refuses the worker is told nothing, and what was set up beside it works', async () => {
  vi.stubEnv('PROD', true)
  const register = vi
    .spyOn(navigator.serviceWorker, 'register')
    .mockRejectedValue(new DOMException('The operation is insecure.', 'SecurityError'))
  const complaints = vi.spyOn(console, 'error')
  const notices: unknown[] = []
  const stopNotices = onNotice(notice => void notices.push(notice))
  const follows = vi.spyOn(session, 'subscribe')
  const stop = await persistForOffline(new QueryClient(), false)
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js')
  // Alerts end with a session also where the worker of an earlier visit shows them.
  expect(follows).toHaveBeenCalledOnce()
  expect([notices, complaints.mock.calls]).toEqual([[], []])
  stop()
  stopNotices()
  vi.unstubAllEnvs()
})
