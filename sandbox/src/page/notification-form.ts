import { html, type Html } from './html.ts'
import { icon } from './icons.ts'

/** A notification as a device shows it. */
export interface ShownNotification {
  /** Receives the reader's action: `act` is click or dismiss, or `button` is a button's value. */
  action: string
  title: string
  text: string
  /** Addresses. Nothing is shown if one is empty or not a picture. */
  icon: string
  image: string
  buttons: readonly { value: string; label: string }[]
  /** Its sender and time. */
  about: Html
  /** What was done with it. */
  done: string | undefined
}

/**
 * Chrome shows no more (Notification.maxActions), and apps get at most two categories from us (docs/mobile-push.md).
 */
const MOST_BUTTONS = 2

/**
 * A notification that can be clicked, with its buttons and a dismiss button. It works without a script, which only
 * removes missing pictures.
 */
export function notificationForm(shown: ShownNotification): Html {
  const { action, title, text, image, buttons, about, done } = shown
  const name = title === '' ? 'Notification without a title' : title
  return html`<form class="notification" method="post" action="${action}">
    ${isPicture(image) && html`<img class="banner" src="${image}" alt="" />`}
    <div class="said">
      <span class="face">${icon('bell')}${isPicture(shown.icon) && html`<img src="${shown.icon}" alt="" />`}</span>
      <div class="words">
        <h2>
          <button class="tap" name="act" value="click"><bdi>${name}</bdi></button>
        </h2>
        <p class="text"><bdi>${text}</bdi></p>
        <p class="help about">${about}</p>
      </div>
      <button class="btn ghost icon sm" name="act" value="dismiss" aria-label="Dismiss “${name}”" title="Dismiss">
        ${icon('x')}
      </button>
    </div>
    ${
      buttons.length > 0 &&
      html`<div class="acts">
        ${buttons
          .slice(0, MOST_BUTTONS)
          .map(
            ({ value, label }) =>
              html`<button class="btn" name="button" value="${value}" title="${label}"><bdi>${label}</bdi></button>`,
          )}
      </div>`
    }
    ${done !== undefined && html`<p class="done"><span class="badge" role="status">${done}</span></p>`}
  </form>`
}

function isPicture(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
