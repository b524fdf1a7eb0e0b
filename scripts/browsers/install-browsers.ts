// A process of its own that installs the browsers for tests while the check does other work. The check looks for them again
// afterwards, which is quick.
import { join } from 'node:path'
import { ensureBrowsers } from './browsers.ts'

ensureBrowsers(join(import.meta.dirname, '../..'), line => console.log(line))
