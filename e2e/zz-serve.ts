import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { demo } from './product/demo.ts'
import { startProduct } from './product/start-product.ts'
const product = await startProduct()
const seeded = await demo(product)
writeFileSync(
  '/tmp/h3/demo.json',
  JSON.stringify({ ...seeded, url: product.url, sandboxUrl: product.sandboxUrl, pid: process.pid }),
)
console.log('ready', product.url, product.sandboxUrl)
process.on('SIGTERM', () => void product.remove().then(() => process.exit(0)))
setInterval(() => undefined, 60_000)
