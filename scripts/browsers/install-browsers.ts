// A process of its own that installs what tests need of browsers, so that the check can do something else meanwhile. It asks again
// afterwards: what is there is found at once.
import { join } from 'node:path'
import { ensureBrowsers } from './browsers.ts'

ensureBrowsers(join(import.meta.dirname, '../..'), line => console.log(line))
