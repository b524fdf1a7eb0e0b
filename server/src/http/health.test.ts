import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

const kit = await testApp()

test('the process is up and ready once the migrations have run', async () => {
  expect((await kit.call('GET', '/healthz')).body).toEqual({ success: true })
  expect((await kit.call('GET', '/readyz')).status).toBe(200)
  await kit.withApplication()
})
