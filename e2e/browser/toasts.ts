/** Toasts over pages: the button that a page, a wizard or a dialog is for is never below one. */
import type { Page } from 'playwright-core'
import type { Lumen } from '../product/lumen.ts'
import { wordsIn } from '../words.ts'
import { moveTo, whenLoaded } from './page-facts.ts'
import { PAGES } from './pages.ts'

const words = wordsIn('en')
/** Pages whose button is not in their head: forms, wizards, editors. Of others a few. */
const PLACES =
  /settings$|brand|administration|^user$|role|webhook$|organization$|application$|form$|segment$|wizard|editor|template$|preferences|^recurring|^contacts$|^subscription$/
const DIALOGS = [
  ['contacts', words('contacts:add.action')],
  ['keys', words('keys:list.new')],
  ['users', words('members:invite.title')],
] as const

/** Primary buttons of the owner's pages and of some dialogs on which something lies while a toast is up. `seen`: how many there are. */
export async function coveredByToasts(page: Page, seeded: Lumen): Promise<{ seen: number; problems: string[] }> {
  const problems: string[] = []
  let seen = 0
  const look = async (name: string) => {
    const found = await coveredButtons(page)
    seen += found.seen
    problems.push(...found.complaints.map(complaint => `${name}: ${complaint}`))
  }
  const visit = async (path: string) => {
    await raiseToast(page, seeded)
    await moveTo(page, path)
    await whenLoaded(page, words)
  }
  await page.goto(`/applications/${seeded.owner.slug}/notification`)
  for (const { name, path } of PAGES.filter(each => each.visitor === 'owner' && PLACES.test(each.name))) {
    await visit(path(seeded))
    await look(name)
  }
  for (const [name, action] of DIALOGS) {
    await visit(PAGES.find(each => each.name === name)?.path(seeded) ?? '')
    // By a key: the pointer stays on the toast.
    await page.getByRole('button', { name: action }).first().press('Enter')
    await page.locator('[role="dialog"][data-open] form').waitFor()
    await look(action)
    await page.keyboard.press('Escape')
  }
  return { seen, problems }
}

/** Has a toast up: pauses a campaign, or resumes it. It stays while the pointer is on it. */
async function raiseToast(page: Page, { owner, recurring }: Lumen): Promise<void> {
  const toast = page.getByRole('region', { name: words('common:ui.notifications') }).getByRole('dialog')
  if ((await toast.count()) > 0) return
  await moveTo(page, `/applications/${owner.slug}/notification/campaign/${recurring}`)
  const act = (name: string) => page.getByRole('button', { name: words(`acts:all.${name}`) })
  await act('pause').or(act('resume')).click()
  await toast.waitFor()
  await toast.hover()
}

/** Of the page, or of the dialog that is open. */
async function coveredButtons(page: Page): Promise<{ seen: number; complaints: string[] }> {
  return page.evaluate(async () => {
    const dialog = [...document.querySelectorAll('[role="dialog"][data-open]')].find(each => each.querySelector('form'))
    const buttons = [...(dialog ?? document).querySelectorAll('.primary')].filter(each => each.checkVisibility())
    const complaints = document.querySelector('[role="region"] [role="dialog"]') === null ? ['the toast is gone'] : []
    for (const button of buttons) {
      button.scrollIntoView({ block: 'nearest' })
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const { left, top, width, height } = button.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!button.contains(hit)) complaints.push(`${button.textContent} is below ${hit?.outerHTML.slice(0, 80)}`)
    }
    return { seen: buttons.length, complaints }
  })
}
