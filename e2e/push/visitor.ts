/** A visitor in a real browser, on a customer's site: presses the buttons of prompts, and checks the results. */
import type { Desktop, ShownNotification } from './desktop.ts'
import { waitFor } from '../product/wait-for.ts'

/** The methods of a page that both drivers share. */
export interface DrivenPage {
  goto(url: string): Promise<unknown>
  evaluate<Value, Given>(work: (given: Given) => Value | Promise<Value>, given: Given): Promise<Value>
  evaluateHandle<Given>(
    work: (given: Given) => unknown,
    given: Given,
  ): Promise<{ asElement(): { click(): Promise<void> } | null }>
}

export interface Visitor {
  page: DrivenPage
  desktop: Desktop
  /** Addresses of all open pages. */
  addresses(): Promise<string[]>
  /** The push service of this browser. */
  pushOrigin: string
  /** The push service forgets all its subscriptions. */
  forgetAll(): void
  close(): Promise<void>
}

/** The host elements of the prompts on the page. */
const HOSTS = '.notifly-bell, .notifly-slide, .notifly-link'

/** Waits for the button of a prompt by its label or accessible name. */
export function buttonOf({ page }: Visitor, name: string) {
  return waitFor(`the button “${name}”`, async () => {
    const handle = await page.evaluateHandle(findButton, { hosts: HOSTS, name })
    return handle.asElement() ?? undefined
  })
}

/** Waits for it and presses it. */
export async function press(visitor: Visitor, name: string): Promise<void> {
  const button = await buttonOf(visitor, name)
  await button.click()
}

/** The texts of all prompts. */
export function promptText({ page }: Visitor): Promise<string> {
  return page.evaluate(
    hosts =>
      [...document.querySelectorAll(hosts)]
        .map(host => host.shadowRoot?.textContent ?? '')
        .join(' ')
        .trim(),
    HOSTS,
  )
}

/** Of the slide prompt: what draws its picture. */
export function pictureOf({ page }: Visitor): Promise<string | undefined> {
  return page.evaluate(
    hosts =>
      [...document.querySelectorAll(hosts)]
        .map(host => host.shadowRoot?.querySelector('.slide .picture')?.tagName.toLowerCase())
        .find(tag => tag !== undefined),
    HOSTS,
  )
}

/** The endpoint of the browser's subscription to the site; null for none. */
export function endpointOf({ page }: Visitor): Promise<string | null> {
  return page.evaluate(async scope => {
    const registration = await navigator.serviceWorker.getRegistration(scope)
    return (await registration?.pushManager.getSubscription())?.endpoint ?? null
  }, '/')
}

/** Waits for a notification with this title. */
export function notification({ desktop }: Visitor, title: string): Promise<ShownNotification> {
  return waitFor(`the notification “${title}”`, async () => desktop.shown.find(each => each.title === title))
}

/** Waits until a page with this in its address is open. */
export function opened(visitor: Visitor, part: string): Promise<string> {
  return waitFor(`a page at ${part}`, async () => (await visitor.addresses()).find(address => address.includes(part)))
}

// Runs in the page.
function findButton({ hosts, name }: { hosts: string; name: string }): Element | null {
  const buttons = [...document.querySelectorAll(hosts)].flatMap(host => [
    ...(host.shadowRoot?.querySelectorAll('button') ?? []),
  ])
  return buttons.find(button => button.textContent === name || button.getAttribute('aria-label') === name) ?? null
}
