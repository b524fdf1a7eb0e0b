/** What holds for every page that recipients and visitors see. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { complaintAtWidth } from './page-facts.ts'

const PHONE = 360

/** axe finds nothing in both themes, and the page fits a phone. The page keeps its width. */
export async function expectReadable(page: Page): Promise<void> {
  const size = page.viewportSize()
  const problems = await complaintAtWidth(page, PHONE)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    problems.push(...(await axeFindings(page)).map(each => `${colorScheme}: ${each}`))
  }
  expect(problems).toEqual([])
  if (size) await page.setViewportSize(size)
}
