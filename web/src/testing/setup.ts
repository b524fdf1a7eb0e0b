// Every web test sees the product's own stylesheet, so that what is hidden, focused or too narrow is so for real.
import '../styles/app.css'
import { afterEach } from 'vitest'
import { guardServer } from './api-stub.ts'

// There is no server behind web tests: a call without a stub fails its test and is named.
const unstubbed = guardServer()
afterEach(() => {
  if (unstubbed.length > 0) throw new Error(`Nothing stubs ${unstubbed.splice(0).join(', ')}`)
})
