// Every web test sees the product's own stylesheet, so that what is hidden, focused or too narrow is so for real.
import '../styles/app.css'
import { afterEach, beforeAll } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { connection } from '../api/connection.ts'
import { guardServer } from './api-stub.ts'
import { stopApps } from './app-stops.ts'
import { saveData } from './save-data.ts'

// Pages load no others ahead, which takes more time than most tests; whoever tests just that says otherwise.
saveData(true)

// Files share their window.
beforeAll(async () => {
  localStorage.clear()
  sessionStorage.clear()
  connection.set(undefined)
  await page.viewport(1280, 900)
})

// There is no server behind web tests: a call without a stub fails its test and is named.
const unstubbed = guardServer()
afterEach(async () => {
  stopApps()
  await cleanup()
  if (unstubbed.length > 0) throw new Error(`Nothing stubs ${unstubbed.splice(0).join(', ')}`)
})
