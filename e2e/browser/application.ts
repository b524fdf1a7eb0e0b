/** Actions of a person in an application before the first campaign. */
import type { Page } from 'playwright-core'
import { anyOf, type Words } from '../words.ts'

/** On the platform settings: fills in the form for the sandbox, tests the connection and saves. */
export async function connectSandbox(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('channels:sandbox.use') }).click()
  await page.getByRole('button', { name: words('channels:trial.start') }).click()
  await page.getByText(words('channels:trial.ok')).waitFor()
  await page.getByRole('button', { name: words('common:ui.save'), exact: true }).click()
  await page.getByText(words('channels:secret.kept')).waitFor()
}

/** On the import page: uploads a file, names the segment, inserts, and waits until all are in. */
export async function importFile(page: Page, words: Words, file: string | File, segment: string): Promise<void> {
  await chooseFile(page, words, file)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('audience:segment.name')).fill(segment)
  await dialog.getByRole('button', { name: anyOf(words('audience:import.insert', { count: 2 })) }).click()
  await page.getByText(words('audience:import.done')).waitFor()
}

/** On the import page: selects a file, by its path or by its content. */
export async function chooseFile(page: Page, words: Words, file: string | File): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `${words('common:ui.browse')}: ${words('audience:import.file')}` }).click()
  await (
    await chooser
  ).setFiles(
    typeof file === 'string'
      ? file
      : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(await file.arrayBuffer()) },
  )
}
