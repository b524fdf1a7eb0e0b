import type { SdkConfig } from '@notifly/contracts/web-push/visitors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from './client.ts'
import { remember } from './memory.ts'
import { stateOf } from './push.ts'
import { hasOldPush, safariPush } from './safari.ts'

const TOKEN = 'AB'.repeat(32)
const config = {
  app_id: '0f9f6f34-6a4f-4d34-9a63-5f1f3a2b1c0d',
  legacy_safari: {
    website_push_id: 'web.com.example.lumen',
    web_service_url: 'https://notifly.example/sdk/safari',
  },
} as unknown as SdkConfig

let asked: unknown[]
let told: Record<string, string>[]
let permission: { permission: string; deviceToken?: string }
const client = {
  subscribeSafari: async (fields: Record<string, string>) => void told.push(fields),
} as unknown as Client

/** A Safari of before there was web push, as far as the script looks at it. */
beforeEach(() => {
  asked = []
  told = []
  permission = { permission: 'default' }
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    safari: {
      pushNotification: {
        permission: () => permission,
        requestPermission: (url: string, id: string, info: object, done: (answer: object) => void) => {
          asked.push([url, id, info])
          permission = { permission: 'granted', deviceToken: TOKEN }
          done(permission)
        },
      },
    },
  })
  vi.stubGlobal('navigator', { language: 'hi-IN' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('Safari is asked with what the server needs to know, and its name is told with the same visitor', async () => {
  expect(hasOldPush()).toBe(true)
  const way = safariPush(client, config)
  expect(await way?.current()).toBeNull()
  expect(await way?.ask()).toBe('granted')
  const visitor = {
    app_id: config.app_id,
    visitor: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
    language: 'hi-IN',
    timezone: expect.any(String) as string,
  }
  expect(asked).toEqual([['https://notifly.example/sdk/safari', 'web.com.example.lumen', visitor]])
  const made = await way?.make()
  expect(made?.endpoint).toBe(TOKEN.toLowerCase())
  await made?.report({})
  const [, , info] = asked[0] as [string, string, object]
  expect(told).toEqual([{ ...info, device_token: TOKEN }])
})

test('whoever left stays away although Safari still has the leave; a site without a certificate asks nobody', async () => {
  permission = { permission: 'granted', deviceToken: TOKEN }
  const way = safariPush(client, config)
  expect((await way?.current())?.isValid).toBe(true)
  remember(config.app_id, { hasLeft: true })
  expect(await way?.current()).toBeNull()
  permission = { permission: 'denied' }
  expect(way && stateOf(way, null)).toBe('blocked')
  expect(safariPush(client, { app_id: config.app_id } as SdkConfig)).toBeNull()
})
