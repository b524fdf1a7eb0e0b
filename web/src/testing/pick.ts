import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/**
 * Chooses an option of a list or an entry of a menu as a person does. A list takes a click only on what the pointer has
 * reached, and draws that a moment later: clicking at once is lost on a busy machine.
 */
export async function pick(option: Locator): Promise<void> {
  await option.hover()
  await expect.element(option).toHaveAttribute('data-highlighted')
  await option.click()
}
