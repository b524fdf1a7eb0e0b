/** The payment provider's checkout, in its frame inside the dashboard's frame. */
import type { FrameLocator, Page } from 'playwright-core'

/** `lose`: the payment succeeds, but the page is not notified. */
export type Outcome = 'pay' | 'fail' | 'lose'

function checkoutOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[src="/checkout-frame.html"]').frameLocator('iframe')
}

/** Pays in the checkout, or fails to. */
export async function payAt(page: Page, outcome: Outcome = 'pay'): Promise<void> {
  await checkoutOf(page).locator(`[data-outcome=${outcome}]`).click()
}

/** Waits until it is open and can be paid. */
export async function waitUntilPayable(page: Page): Promise<void> {
  await checkoutOf(page).locator('[data-outcome=pay]').waitFor()
}

/** Closes it without paying. */
export async function leaveCheckout(page: Page): Promise<void> {
  await checkoutOf(page).locator('[data-close]').click()
}
