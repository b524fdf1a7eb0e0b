/** Actions of a person who writes an email and sends it. */
import type { Page } from 'playwright-core'
import { anyOf, type Words } from '../words.ts'

/** Enough for a few thousand mails on a machine with other load. */
const RUN_MS = 90_000

export interface Draft {
  name: string
  segment: string
  template: string
}

/** On the page for a new template: an empty one of HTML, filled with this mail and saved. */
export async function writeTemplate(
  page: Page,
  words: Words,
  mail: { name: string; subject: string; html: string },
): Promise<void> {
  await page.getByRole('radio', { name: words('templates:modes.html'), exact: true }).click()
  await page.getByRole('button', { name: words('templates:starters.texts.blank') }).click()
  await page.getByLabel(words('templates:editor.name')).fill(mail.name)
  await writeSource(page, words('templates:parts.subject'), mail.subject)
  await writeSource(page, words('templates:parts.html'), mail.html)
  await page.getByRole('button', { name: anyOf(words('templates:editor.save')) }).click()
}

/** Replaces an editor's content by pasting. */
export async function writeSource(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** In the wizard: fills in recipients, content and time. Ends at the review. */
export async function writeCampaign(page: Page, words: Words, draft: Draft): Promise<void> {
  await page.getByLabel(words('campaigns:wizard.name')).fill(draft.name)
  await page.getByRole('combobox', { name: words('campaigns:who.include') }).fill(draft.segment)
  await page.getByRole('option', { name: draft.segment }).click()
  await continueToStep(page, words, 'what')
  await page.getByRole('combobox', { name: words('campaigns:what.whichTemplate') }).click()
  await page.getByRole('option', { name: draft.template }).click()
  await continueToStep(page, words, 'when')
  await page.getByRole('radio', { name: words('campaigns:when.immediately') }).check()
  await continueToStep(page, words, 'review')
}

async function continueToStep(page: Page, words: Words, step: 'what' | 'when' | 'review'): Promise<void> {
  await page.getByRole('button', { name: words(`campaigns:wizard.continue.${step}`) }).click()
}

/** At the review: sends to as many recipients as the button must show, at once or once the launch cannot be undone any more. */
export async function launch(page: Page, words: Words, name: string, recipients: string): Promise<void> {
  const label = words('campaigns:wizard.sendToNow', { count: 2, shown: recipients })
  await page.getByRole('button', { name: label, exact: true }).click()
  await confirmLaunch(page)
  const sending = page.getByText(words('campaigns:done.sending', { name }))
  await sending.or(page.getByText(words('acts:undo.launched', { name }))).waitFor()
}

/** Confirms the launch in its dialog. */
export async function confirmLaunch(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button').last().click()
}

/** On the list of campaigns: opens the run of one, and waits there until the email has been sent to all. */
export async function watchRun(page: Page, words: Words, name: string): Promise<void> {
  await page.getByRole('row').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const progress = page.getByRole('region', { name: words('delivery:progress.label') })
  await progress.waitFor({ state: 'detached', timeout: RUN_MS })
}

/** On a run's page: finds a recipient and opens the history of the message. */
export async function openRecipient(page: Page, words: Words, email: string): Promise<void> {
  await page.getByRole('searchbox', { name: words('delivery:recipients.find') }).fill(email)
  // The list follows the address, and the address follows the typing after a moment.
  await page.waitForURL(url => url.searchParams.get('search') === email)
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click()
  await page.getByRole('dialog').getByText(words('delivery:trail.title')).waitFor()
}
