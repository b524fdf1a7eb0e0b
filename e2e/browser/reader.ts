/** A recipient who reads an email in a separate browser, as mail programs show it. */
import type { Page } from 'playwright-core'
import type { Mail } from '../product/sandbox.ts'

/** Shows the mail with its images, and waits until all of them have loaded. */
export async function readMail(page: Page, mail: Mail): Promise<void> {
  await page.setContent(mail.html, { waitUntil: 'load' })
}

/** Clicks the link with this text, which opens in a new tab. Returns the address that was opened. */
export async function followLink(page: Page, text: string): Promise<string> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: text }).first().click()
  const tab = await opening
  await tab.waitForLoadState()
  return tab.url()
}

/** The unsubscribe button of mail programs (RFC 8058): a POST without any page. */
export async function unsubscribeWithOneClick(mail: Mail): Promise<number> {
  const [address] = /<(https?:[^>]+)>/.exec(mail.headers['list-unsubscribe'] ?? '')?.slice(1) ?? []
  if (address === undefined) throw new Error('The mail names no address to unsubscribe at')
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: mail.headers['list-unsubscribe-post'] ?? '',
  })
  return response.status
}
