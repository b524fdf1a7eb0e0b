// node e2e/zz-shot.ts LOOKS name=path ... ; looks like 1440le,390de,1440lh
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { chromium } from 'playwright-core'
import { inLanguage } from './browser/accounts.ts'
import { LAUNCH_OPTIONS } from './browser/launch.ts'
import { whenLoaded } from './browser/page-facts.ts'
import { PAGES } from './browser/pages.ts'
import { PASSWORD } from './product/people.ts'
import { wordsIn } from './words.ts'
const seeded = JSON.parse(readFileSync('/tmp/h3/demo.json', 'utf8'))
const browser = await chromium.launch(LAUNCH_OPTIONS)
const [looks = '', ...names] = process.argv.slice(2)
try {
  for (const look of looks.split(',')) {
    const width = Number.parseInt(look)
    const theme = look.includes('d') ? 'dark' : 'light'
    const locale = look.endsWith('h') ? 'hi' : 'en'
    for (const each of names) {
      const [name = '', path] = each.split('=')
      const found = PAGES.find(page => page.name === name)
      const visitor = found?.visitor ?? 'owner'
      const context = await browser.newContext({
        baseURL: seeded.url,
        viewport: { width, height: 900 },
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale,
      })
      const person = visitor === 'nobody' ? undefined : seeded[visitor]
      if (person) await context.request.post('/authP/login', { data: { email: person.email, password: PASSWORD } })
      const page = await context.newPage()
      await page.goto(
        inLanguage(
          locale,
          path ? path.replace('$', `/applications/${seeded.owner.slug}`) : (found?.path(seeded) ?? '/'),
        ),
      )
      await whenLoaded(page, wordsIn(locale))
      await page.waitForTimeout(500)
      await page.screenshot({
        path: `/tmp/h3/${name.replace(/\W+/g, '-')}-${look}.png`,
        fullPage: true,
        animations: 'disabled',
        caret: 'hide',
      })
      await context.close()
    }
  }
} finally {
  await browser.close()
}
