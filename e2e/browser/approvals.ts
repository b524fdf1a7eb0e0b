/** Actions of makers and approvers in the dashboard. */
import type { Page } from 'playwright-core'
import type { Words } from '../words.ts'

/** Waits for the dialog that opens after a write that needs approval, and stays on the page. */
export async function stayOnPage(page: Page, words: Words): Promise<void> {
  const dialog = page.getByRole('dialog', { name: words('common:makerChecker.title') })
  await dialog.getByRole('button', { name: words('common:makerChecker.stay') }).click()
  await dialog
    .getByRole('button', { name: words('common:ui.close'), exact: true })
    .last()
    .click()
  await dialog.waitFor({ state: 'detached' })
}

/** Goes from that dialog to the approvals page. */
export async function viewPending(page: Page, words: Words): Promise<void> {
  const dialog = page.getByRole('dialog', { name: words('common:makerChecker.title') })
  await dialog.getByRole('button', { name: words('common:makerChecker.view') }).click()
  await page.waitForURL(url => url.pathname.endsWith('/settings/approvals'))
}

/** Opens a request on the approvals page and waits until its content is shown. */
export async function openRequestDialog(page: Page, words: Words, title: string) {
  await page.getByRole('link', { name: title, exact: true }).click()
  const look = page.getByRole('dialog', { name: words('approvals:request'), exact: true })
  await look.getByRole('row').nth(1).waitFor()
  return look
}

/** The texts that a request would remove and add. */
export async function changesOf(page: Page, words: Words, title: string): Promise<string[]> {
  const look = await openRequestDialog(page, words, title)
  await look.locator('ins').first().waitFor()
  const changes = await look.locator('del, ins').allTextContents()
  await page.keyboard.press('Escape')
  await look.waitFor({ state: 'detached' })
  return changes
}

/** Opens a request and approves or rejects it. */
export async function decide(
  page: Page,
  words: Words,
  title: string,
  decision: 'approve' | 'reject',
  reason = '',
): Promise<void> {
  const look = await openRequestDialog(page, words, title)
  await look.getByRole('button', { name: words(`approvals:${decision}.verb`) }).click()
  const dialog = page.getByRole('dialog', { name: words(`approvals:${decision}.title`) })
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: words(`approvals:${decision}.submit`) }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The text of the newest notice behind the bell, once there is an unread one. */
export async function newestNotice(page: Page, words: Words): Promise<string> {
  const labels = [1, 2].map(count => words('common:nav.newNotices', { count, shown: '\\d+' }))
  await page.getByRole('button', { name: new RegExp(`^(${labels.join('|')})$`) }).click()
  const notices = page.getByRole('dialog', { name: words('common:nav.notices') })
  const text = await notices.getByRole('listitem').first().innerText()
  await page.keyboard.press('Escape')
  await notices.waitFor({ state: 'detached' })
  return text
}
