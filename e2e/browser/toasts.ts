/** Toasts over pages: the button that a page, a wizard or a dialog is for is never below one. */
import type { Page } from 'playwright-core'
import type { Lumen } from '../product/lumen.ts'
import { wordsIn } from '../words.ts'
import { moveTo, waitUntilLoaded } from './page-facts.ts'
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

/** A toast leaves in its time where it moved away from the pointer: then the page is looked at again, with another. */
const LOOKS = 3

/** Primary buttons of the owner's pages and of some dialogs on which something lies while a toast is up. `seen`: how many there are. */
export async function coveredByToasts(page: Page, seeded: Lumen): Promise<{ seen: number; problems: string[] }> {
  const problems: string[] = []
  let seen = 0
  const look = async (name: string, path: string, show?: () => Promise<void>) => {
    for (let looks = 1; looks <= LOOKS; looks++) {
      await raiseToast(page, seeded)
      await moveTo(page, path)
      await waitUntilLoaded(page, words)
      await show?.()
      const found = await lookForButtons(page)
      if (!found.hasToast && looks < LOOKS) continue
      seen += found.seen
      problems.push(...found.covered.map(each => `${name}: ${each}`), ...(found.hasToast ? [] : [`${name}: no toast`]))
      return
    }
  }
  await page.goto(`/applications/${seeded.owner.slug}/notification`)
  await waitUntilLoaded(page, words)
  for (const { name, path } of PAGES.filter(each => each.visitor === 'owner' && PLACES.test(each.name)))
    await look(name, path(seeded))
  for (const [name, action] of DIALOGS) {
    await look(action, PAGES.find(each => each.name === name)?.path(seeded) ?? '', async () => {
      // By a key: the pointer stays on the toast.
      await page.getByRole('button', { name: action }).first().press('Enter')
      await page.locator('[role="dialog"][data-open] form').waitFor()
    })
    await page.keyboard.press('Escape')
  }
  return { seen, problems }
}

/** Has a toast up: pauses a campaign, or resumes it. It stays while the pointer is on it. */
async function raiseToast(page: Page, { owner, recurring }: Lumen): Promise<void> {
  const toast = page.getByRole('region', { name: words('common:ui.notifications') }).getByRole('dialog')
  if ((await toast.count()) > 0) return
  await page.keyboard.press('Escape')
  await moveTo(page, `/applications/${owner.slug}/notification/campaign/${recurring}`)
  const act = (name: string) => page.getByRole('button', { name: words(`acts:all.${name}`) })
  await act('pause').or(act('resume')).click()
  await toast.waitFor()
  await toast.hover()
}

/** Buttons of the page, or of the dialog that is open. */
async function lookForButtons(page: Page): Promise<{ seen: number; covered: string[]; hasToast: boolean }> {
  return page.evaluate(async () => {
    const dialog = [...document.querySelectorAll('[role="dialog"][data-open]')].find(each => each.querySelector('form'))
    const buttons = [...(dialog ?? document).querySelectorAll('.primary')].filter(each => each.checkVisibility())
    const covered: string[] = []
    for (const button of buttons) {
      button.scrollIntoView({ block: 'nearest' })
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const { left, top, width, height } = button.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!button.contains(hit)) covered.push(`${button.textContent} is below ${hit?.outerHTML.slice(0, 80)}`)
    }
    return {
      seen: buttons.length,
      covered,
      hasToast: document.querySelector('[role="region"] [role="dialog"]') !== null,
    }
  })
}
