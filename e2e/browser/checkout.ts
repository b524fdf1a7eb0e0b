/** The provider's checkout, in its frame within the frame of ours. */
import type { FrameLocator, Page } from 'playwright-core'

/** `lose`: it is paid, and the page never hears of it. */
export type Outcome = 'pay' | 'fail' | 'lose'

function checkoutOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[src="/checkout-frame.html"]').frameLocator('iframe')
}

/** Pays, or not, what the checkout asks for. */
export async function payAt(page: Page, outcome: Outcome = 'pay'): Promise<void> {
  await checkoutOf(page).locator(`[data-outcome=${outcome}]`).click()
}

/** Whether it is open, and waits until it can be paid. */
export async function whenPayable(page: Page): Promise<void> {
  await checkoutOf(page).locator('[data-outcome=pay]').waitFor()
}

/** Closes it without paying. */
export async function leaveCheckout(page: Page): Promise<void> {
  await checkoutOf(page).locator('[data-close]').click()
}
