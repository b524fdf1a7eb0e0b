import { html, type Html } from './html.ts'
import { icon } from './icons.ts'

/** What a device draws of a notification. */
export interface ShownNotification {
  /** Takes what is done with it: `act` is click or dismiss, or `button` is the value of one. */
  action: string
  title: string
  text: string
  /** Addresses; empty, or one of no picture, draws none. */
  icon: string
  image: string
  buttons: readonly { value: string; label: string }[]
  /** Who it is from, and when it came. */
  about: Html
  /** What was done with it. */
  done: string | undefined
}

/** Chrome shows no more (Notification.maxActions), and apps have two categories of ours at most (docs/mobile-push.md). */
const MOST_BUTTONS = 2

/** A notification that can be clicked, its buttons, and its cross. It needs no script; pictures that are gone do. */
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
